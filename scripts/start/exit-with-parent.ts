// Loaded into every child before its own code. When the supervisor is gone, even by kill -9, the channel to it
// closes: then the child ends the way SIGTERM ends it, and by force when that takes too long. Nothing is left
// behind that would keep the port or go on working on the database.

const GRACE_MS = 10_000

process.on('disconnect', () => {
  // Whoever read our output is gone too; a failing write must not cut the orderly end short.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  setTimeout(() => process.exit(1), GRACE_MS).unref()
  process.kill(process.pid, 'SIGTERM')
})

// Listening must not keep a child alive whose work is done.
process.channel?.unref()
