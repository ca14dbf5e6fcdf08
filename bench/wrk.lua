-- What wrk sends, by the two arguments after `--`, and what measure.ts reads of it: one line of JSON.
function init(args)
  wrk.method = args[1]
  if args[2] and args[2] ~= '' then wrk.body = args[2] end
end

function done(summary, latency)
  local failed = summary.errors
  print(string.format(
    '{"perSecond":%.1f,"p99":%.2f,"answered":%d,"status":%d,"errors":%d}',
    summary.requests / (summary.duration / 1e6),
    latency:percentile(99) / 1000,
    summary.requests,
    failed.status,
    failed.connect + failed.read + failed.write + failed.timeout
  ))
end
