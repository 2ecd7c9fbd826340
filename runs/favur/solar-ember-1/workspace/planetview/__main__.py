from planetview.cli import main

main()
