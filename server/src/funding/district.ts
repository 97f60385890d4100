import type { Context } from '../context.ts'
import type { Terminal } from '../operator/terminal.ts'
import type { District } from '../platform/registration.ts'
import { bulkDocumentsJob } from './bulk/job-kinds.ts'

export const funding = {
  name: 'funding',
  gated: () => [import('./gated.ts')],
  routes: () => [
    import('./auto/routes.ts'),
    import('./bulk/routes.ts'),
    import('./mandate/routes.ts'),
    import('./marketplace/routes.ts'),
    import('./saved-searches/routes.ts'),
    import('./selection/routes.ts'),
    import('./signing/routes.ts'),
    import('./single/routes.ts'),
  ],
  partnerRoutes: () => [import('./key-proposals/routes.ts')],
  looks: () => [import('./looks.ts')],
  callbacks: () => [import('./signing/routes.ts')],
  jobs: () => [
    import('./auto/run-round.ts'),
    import('./bulk/jobs.ts'),
    import('./mandate/jobs.ts'),
    import('./signing/jobs.ts'),
  ],
  sweptHourly: [bulkDocumentsJob],
  repeats: () => [import('./repeats.ts')],
  metrics: { worker: () => [import('./signing/metrics.ts')] },
  actions: () => [import('./actions/index.ts')],
  commands: () => [import('./operator/commands.ts')],
  today: () => [import('./today.ts')],
} satisfies District<Context, Terminal>
