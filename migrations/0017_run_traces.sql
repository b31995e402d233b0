-- The trace that a run continues, as the request that started it brought it along: the value of the header
-- traceparent, and behind a space that of tracestate. Null: the run is a trace of its own.
ALTER TABLE runs ADD COLUMN trace_context text;
