"""Players of Chinese Rummy, and the search, solvers and tables behind them."""
