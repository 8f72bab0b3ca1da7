-- Taps for wrk, the same in every run: wrk … -s taps.lua URL -- SESSIONS STRIDE TIME [KEYS]
--   SESSIONS  how many sessions the taps go to; the nth tap goes to session n * STRIDE mod SESSIONS
--   STRIDE    1 for one after the other; a large prime for a jump each time
--   TIME      atMs: each tap has a time of its client, 1 ms after the last one's; plain: none has
--   KEYS      what the taps' Idempotency-Keys begin with, each of them another; without it they have none
-- One thread of wrk only (-t 1): each has a Lua of its own, and would count for itself.

local sessions, stride, hasTime, keys
local count = 0
-- Nine digits from the first to the last, so that bodies keep their length.
local firstTime = 100000000
local head = " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "

function init(arguments)
  sessions, stride = tonumber(arguments[1]), tonumber(arguments[2])
  hasTime = arguments[3] == "atMs"
  keys = arguments[4]
end

function request()
  count = count + 1
  local body = '{"tab":"games"}'
  if hasTime then body = string.format('{"tab":"games","atMs":%d}', firstTime + count) end
  local session = count * stride % sessions
  local key = ""
  if keys then key = string.format("\r\nIdempotency-Key: %s-%d", keys, count) end
  return string.format("POST /sessions/s%07d/taps%s%d%s\r\n\r\n%s", session, head, #body, key, body)
end

-- One line for who started wrk; times in microseconds.
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    'summary {"requests": %d, "duration": %d, "bytes": %d, "refused": %d, "broken": %d, ' ..
    '"p50": %d, "p99": %d, "p999": %d, "max": %d}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9), latency.max))
end
