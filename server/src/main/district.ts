import type { Context } from '../context.ts'
import type { District } from '../platform/registration.ts'
import type { Terminal } from '../operator/terminal.ts'

/** What needs the whole server, or what is beside it: the demo, and commands for the installation itself. */
export const main = {
  name: 'main',
  jobs: () => [import('../../demo/documents.ts'), import('../../demo/bank-day.ts')],
  commands: () => [import('./operator/commands.ts')],
  today: () => [import('./today/lines.ts')],
} satisfies District<Context, Terminal>
