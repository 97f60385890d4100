import type { Context } from '../context.ts'
import type { Terminal } from '../operator/terminal.ts'
import type { District } from '../platform/registration.ts'
import { fileQueue } from './files/queue.ts'

/** What the staff bring to the processes of the server. */
export const staff = {
  name: 'staff',
  gated: () => [import('./gated.ts')],
  queues: [fileQueue],
  consoleRoutes: () => [import('./people/console-routes.ts'), import('./approvals/console-routes.ts')],
  jobs: () => [import('./approvals/break-glass.ts'), import('./people/send-invitation.ts')],
  repeats: () => [import('./repeats.ts')],
  actions: () => [import('./actions/of-staff.ts')],
  metrics: { worker: () => [import('./approvals/metrics.ts')] },
  commands: () => [import('./operator/commands.ts')],
  today: () => [import('./today.ts')],
} satisfies District<Context, Terminal>
