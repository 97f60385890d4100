import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { PasswordHasher } from '../../platform/password-hasher.ts'

export function watchPasswords({ load }: PasswordHasher, metrics: Metrics): void {
  if (!load) return
  metrics.set('passwords', () => {
    const { running, waiting } = load()
    return [
      {
        name: 'pematang_password_hashing',
        help: 'Password checks, running and queued.',
        type: 'gauge',
        samples: [
          { labels: { state: 'running' }, value: running },
          { labels: { state: 'waiting' }, value: waiting },
        ],
      },
    ]
  })
}
