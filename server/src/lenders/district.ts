import type { Context } from '../context.ts'
import type { Terminal } from '../operator/terminal.ts'
import type { District } from '../platform/registration.ts'
import { urgentQueue } from './auth/queue.ts'
import { messageQueue } from './notifications/queue.ts'

export const lenders = {
  name: 'lenders',
  routes: () => [
    import('./auth/routes.ts'),
    import('./company/routes.ts'),
    import('./factor-changes/routes.ts'),
    import('./key-changes/routes.ts'),
    import('./notifications/centre-routes.ts'),
    import('./notifications/routes.ts'),
    import('./profile/account-request/routes.ts'),
    import('./profile/routes.ts'),
    import('./risk-warning/routes.ts'),
  ],
  looks: () => [import('./looks.ts')],
  callbacks: () => [
    import('./notifications/messages/unsubscribe-routes.ts'),
    import('./profile/stop-account-routes.ts'),
  ],
  queues: [urgentQueue, messageQueue],
  jobs: () => [
    import('./auth/jobs.ts'),
    import('./company/notify-proposal.ts'),
    import('./factor-changes/recovery.ts'),
    import('./notifications/messages/send.ts'),
    import('./profile/account-request/follow.ts'),
  ],
  repeats: () => [import('./repeats.ts')],
  metrics: {
    http: () => [import('./auth/password-metrics.ts')],
    worker: () => [import('./notifications/messages/metrics.ts')],
  },
  actions: () => [import('./actions/index.ts')],
  files: () => [import('./operator/files.ts')],
  commands: () => [import('./operator/commands.ts')],
  today: () => [import('./today.ts')],
} satisfies District<Context, Terminal>
