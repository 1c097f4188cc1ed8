"""Players of Niu Niu, and the search, solvers and tables behind them."""
