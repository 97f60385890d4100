import type { Metrics } from '../platform/metrics/metrics.ts'
import type { AgreementRenderer } from './agreement-renderer.ts'

/** How many pairs of agreements are being made and how many requests wait for theirs. */
export function watchAgreements(renderer: AgreementRenderer, metrics: Metrics): void {
  metrics.set('agreements', () => {
    const { running, waiting } = renderer.load()
    return [
      {
        name: 'pematang_agreements',
        help: 'Pairs of agreements to be read: being made, and waiting for a thread.',
        type: 'gauge',
        samples: [
          { labels: { state: 'running' }, value: running },
          { labels: { state: 'waiting' }, value: waiting },
        ],
      },
    ]
  })
}
