import type { Context } from '../context.ts'
import type { Terminal } from '../operator/terminal.ts'
import type { District } from '../platform/registration.ts'
import { bankQueue } from '../outside/bank/queue.ts'

export const cash = {
  name: 'cash',
  looks: () => [import('./looks.ts')],
  gated: () => [import('./gated.ts')],
  routes: () => [import('./tax/routes.ts'), import('./withdrawal/routes.ts')],
  bankCalls: () => [import('./snap/routes.ts')],
  queues: [bankQueue],
  jobs: () => [import('./withdrawal/follow.ts'), import('./disbursement-order/follow.ts')],
  repeats: () => [import('./repeats.ts')],
  metrics: {
    worker: () => [
      import('./withdrawal/metrics.ts'),
      import('./deposit/metrics.ts'),
      import('./tax/metrics.ts'),
    ],
  },
  actions: () => [import('./actions/index.ts')],
  files: () => [import('./operator/files.ts')],
  commands: () => [import('./operator/commands.ts')],
  today: () => [import('./today.ts')],
} satisfies District<Context, Terminal>
