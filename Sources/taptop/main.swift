print("taptop")
