import type { Metrics } from '../platform/metrics/metrics.ts'
import type { PasswordHasher } from './passwords.ts'

/** How many passwords are being hashed and how many requests wait for that. */
export function watchPasswords({ load }: PasswordHasher, metrics: Metrics): void {
  if (!load) return
  metrics.set('passwords', () => {
    const { running, waiting } = load()
    return [
      {
        name: 'pematang_password_hashing',
        help: 'Password checks: running, and waiting for their turn.',
        type: 'gauge',
        samples: [
          { labels: { state: 'running' }, value: running },
          { labels: { state: 'waiting' }, value: waiting },
        ],
      },
    ]
  })
}
