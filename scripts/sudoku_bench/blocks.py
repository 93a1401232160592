"""The times of blocks of puzzles."""

KEY = ["repetition", "first_puzzle"]


class Blocks:
    """The blocks of one dataset: tables with a row for each repetition and block, and a column for each engine that
    started a block. `time_ns` is the time that ratios use, divided by all puzzles of the block."""

    def __init__(self, rows):
        """`rows` are the rows of blocks.csv."""
        # All blocks in the order of measurement, including blocks that no engine started.
        places = rows[KEY].drop_duplicates().sort_values(KEY).set_index(KEY).index
        self.total = (rows["puzzles"] + rows["skipped"]).groupby(rows["first_puzzle"]).max().sum()
        started = rows[rows["puzzles"] > 0]

        def pivot(values):
            table = started[KEY + ["engine"]].assign(values=values)
            return table.pivot(index=KEY, columns="engine", values="values").reindex(places)

        time_ns = started["time_ns"] if "time_ns" in started else started["wall_ns"]  # before schema 6
        self.time_ns = pivot(time_ns / (started["puzzles"] + started["skipped"]))
        self.puzzles = pivot(started["puzzles"])
        self.solved = pivot(started["solved"])
        self.is_whole = (pivot(started["skipped"]) == 0) & (self.solved == self.puzzles)
        self.engines = list(self.time_ns)
