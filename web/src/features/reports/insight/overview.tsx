import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { overviewFallback } from './overview-fallback.tsx'

const OverviewCells = lazyPart(() => import('./overview-cells.tsx').then((module) => module.default))

type Props = {
  /** The URL of the list of late loans. */
  lateTo: string
}

/** The key figures of a portfolio: its return, what is due next, and what is late. */
export function Overview({ lateTo }: Props) {
  return (
    // The list below works without the overview, so a failure shows nothing.
    <Part loading={overviewFallback} notLoaded={() => null}>
      <OverviewCells lateTo={lateTo} />
    </Part>
  )
}
