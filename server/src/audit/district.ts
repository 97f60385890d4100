import type { Context } from '../context.ts'
import type { Terminal } from '../operator/terminal.ts'
import type { District } from '../platform/registration.ts'

export const audit = {
  name: 'audit',
  gated: () => [import('./gated.ts')],
  repeats: () => [import('./repeats.ts')],
  metrics: { worker: () => [import('./check/metrics.ts')] },
  commands: () => [import('./operator/commands.ts')],
  today: () => [import('./today.ts')],
} satisfies District<Context, Terminal>
