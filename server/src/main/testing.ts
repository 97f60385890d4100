// What only tests and tools need of this district. The product does not import it.

export { createApp } from './app.ts'
export { createConsoleApp } from './console-app.ts'
export { consolePrefix, gatedCommands } from './console-routes.ts'
export { openContext } from './operator/open-context.ts'
export { runOperator } from './operator/program.ts'
export { apiPrefix } from './routes.ts'
export { createSnapApp } from './snap.ts'
export { jobQueues } from './districts.ts'
export { makeContext } from './make-context.ts'
export { migrationsFolder } from './migration-settings.ts'
