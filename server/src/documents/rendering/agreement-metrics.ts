import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { AgreementRenderer } from './agreement-renderer.ts'

/** Gauges of the render tasks that are running, and of the requests that wait for one. */
export function watchAgreements(renderer: AgreementRenderer, metrics: Metrics): void {
  metrics.set('agreements', () => {
    const { running, waiting } = renderer.load()
    return [
      {
        name: 'pematang_agreements',
        help: 'Pairs of agreements being rendered, and queued for a thread.',
        type: 'gauge',
        samples: [
          { labels: { state: 'running' }, value: running },
          { labels: { state: 'waiting' }, value: waiting },
        ],
      },
    ]
  })
}
