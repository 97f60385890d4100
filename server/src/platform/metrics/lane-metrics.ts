import type { Coalescer } from '../batch/coalescer.ts'
import type { Metrics } from './metrics.ts'

/** How full the batches of a lane are, who waits, and how its requests ended. */
export function watchLane<Request, Answer>(
  lane: string,
  { load }: Coalescer<Request, Answer>,
  metrics: Metrics,
): void {
  metrics.set(`lane ${lane}`, () => [
    {
      name: 'pematang_batch_size',
      help: 'Requests taken together, by lane.',
      type: 'histogram',
      samples: load.sizes.samples({ lane }),
    },
    {
      name: 'pematang_lane_waiting',
      help: 'Requests that wait for a batch, by lane.',
      type: 'gauge',
      samples: [{ labels: { lane }, value: load.waiting() }],
    },
    {
      name: 'pematang_lane_requests_total',
      help: 'Requests by lane and end: answered, or refused or failed. Answered on the lane funding: fundings made.',
      type: 'counter',
      samples: [
        { labels: { lane, end: 'answered' }, value: load.answered },
        { labels: { lane, end: 'refused' }, value: load.refused },
      ],
    },
  ])
}
