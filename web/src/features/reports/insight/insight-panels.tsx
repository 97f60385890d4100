import { CompositionPanel } from './composition-panel.tsx'
import { MonthsPanel } from './months-panel.tsx'
import { QualityPanel } from './quality-panel.tsx'
import { useInsight } from './queries.ts'
import { ReturnPanel } from './return-panel.tsx'

/** The panels about the portfolio: return, quality, repayments by month, and composition. */
export default function InsightPanels() {
  const insight = useInsight()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4 lg:grid-cols-2">
      <ReturnPanel />
      <QualityPanel query={insight} />
      <MonthsPanel />
      <CompositionPanel query={insight} />
    </div>
  )
}
