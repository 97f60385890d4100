import { gauge, type Metrics } from '../../platform/metrics/metrics.ts'
import type { AgreementRenderer } from './agreement-renderer.ts'

const heads = {
  pematang_agreements: gauge('Pairs of agreements being rendered, and queued for a thread.', 'state'),
}

/** Gauges of the render tasks that are running, and of the requests that wait for one. */
export function watch({ renderer, metrics }: { renderer: AgreementRenderer; metrics: Metrics }): void {
  metrics.set('agreements', heads, () => {
    const { running, waiting } = renderer.load()
    return {
      pematang_agreements: [
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'waiting' }, value: waiting },
      ],
    }
  })
}
