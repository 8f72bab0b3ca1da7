import Glibc

exit(runTaptop(arguments: Array(CommandLine.arguments.dropFirst()), environment: processEnvironment()))
