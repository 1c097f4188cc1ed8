"""Players of Xì Dách, and the search, solvers and tables behind them."""
