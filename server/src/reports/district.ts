import type { Context } from '../context.ts'
import type { Terminal } from '../operator/terminal.ts'
import type { District } from '../platform/registration.ts'
import { archiveQueue } from './archive/queue.ts'
import { callBackQueues } from './calls-back/queues.ts'

/** What reports bring to the processes of the server. */
export const reports = {
  name: 'reports',
  routes: () => [
    import('./archive/routes.ts'),
    import('./balance-confirmation/routes.ts'),
    import('./calls-back/routes.ts'),
    import('./insight/routes.ts'),
    import('./portfolio/routes.ts'),
    import('./portfolio-report/routes.ts'),
    import('./statements/routes.ts'),
    import('./transactions/routes.ts'),
  ],
  partnerRoutes: () => [import('./partner/routes.ts')],
  queues: [archiveQueue, ...callBackQueues],
  jobs: () => [import('./archive/jobs.ts'), import('./calls-back/ring.ts')],
  repeats: () => [import('./repeats.ts')],
  metrics: {
    worker: () => [import('./calls-back/metrics.ts'), import('./statements/metrics.ts')],
  },
  commands: () => [import('./operator/commands.ts')],
} satisfies District<Context, Terminal>
