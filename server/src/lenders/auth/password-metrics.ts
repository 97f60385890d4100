import { gauge, type Metrics } from '../../platform/metrics/metrics.ts'
import type { PasswordHasher } from '../../platform/password-hasher.ts'

const heads = {
  pematang_password_hashing: gauge('Password checks, running and queued.', 'state'),
}

export function watch({
  passwords: { load },
  metrics,
}: {
  passwords: PasswordHasher
  metrics: Metrics
}): void {
  if (!load) return
  metrics.set('passwords', heads, () => {
    const { running, waiting } = load()
    return {
      pematang_password_hashing: [
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'waiting' }, value: waiting },
      ],
    }
  })
}
