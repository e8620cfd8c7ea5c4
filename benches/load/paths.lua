-- Asks for another place with each request. The threads of wrk take different rows.
local threads, n = 0, 0
function setup(thread)
    thread:set("row", threads)
    threads = threads + 1
end
function init(args)
    pattern = args[1]
end
function request()
    n = n + 1
    return wrk.format("GET", string.format(pattern, n % 1000, 1000 * row + math.floor(n / 1000)))
end
