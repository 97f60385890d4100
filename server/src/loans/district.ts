import type { Context } from '../context.ts'
import type { Terminal } from '../operator/terminal.ts'
import type { District } from '../platform/registration.ts'

export const loans = {
  name: 'loans',
  looks: () => [import('./looks.ts')],
  gated: () => [import('./gated.ts')],
  routes: () => [import('./credit-quality/routes.ts'), import('./votes/routes.ts')],
  repeats: () => [import('./repeats.ts')],
  actions: () => [import('./actions/index.ts')],
  files: () => [import('./operator/files.ts')],
  commands: () => [import('./operator/commands.ts')],
  today: () => [import('./today.ts')],
} satisfies District<Context, Terminal>
