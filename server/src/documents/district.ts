import type { District } from '../platform/registration.ts'
import { bulkQueue, documentJobKinds } from './agreements/queue.ts'
import type { DocumentContext } from './context.ts'
import { stampQueue } from './timestamp/queue.ts'

export const documents = {
  name: 'documents',
  routes: () => [import('./agreements/routes.ts')],
  queues: [bulkQueue, stampQueue],
  jobs: () => [import('./agreements/jobs.ts')],
  sweptHourly: documentJobKinds,
  repeats: () => [import('./repeats.ts')],
  metrics: {
    http: () => [import('./rendering/agreement-metrics.ts'), import('./signature/platform-certificate.ts')],
    worker: () => [import('./timestamp/metrics.ts')],
  },
} satisfies District<DocumentContext>
