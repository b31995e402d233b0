#!/bin/sh
# Starts the browser $HEDDLE_CHROMIUM. As root, it would give its threads a higher priority than all other processes have, and the
# services of other tests would stand still for seconds.
without_priority='setpriv --bounding-set -sys_nice --'
if $without_priority true 2>/dev/null; then
  exec $without_priority "$HEDDLE_CHROMIUM" "$@"
fi
exec "$HEDDLE_CHROMIUM" "$@"
