// Loaded into every child before its own code. When the supervisor ends, even by kill -9, the channel to it closes: the
// child then shuts down as on SIGTERM, and is forced to exit if that takes too long. No process is left behind that
// would keep the port or go on working on the database.

const GRACE_MS = 10_000

// The supervisor was killed before this line ran, so no graceful shutdown is needed yet.
if (!process.connected) process.exit(1)

process.on('disconnect', () => {
  // The process that reads our output has ended too; a failing write must not interrupt the shutdown.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  setTimeout(() => process.exit(1), GRACE_MS).unref()
  process.kill(process.pid, 'SIGTERM')
})

// The channel must not keep a child alive that has finished its work.
process.channel?.unref()
