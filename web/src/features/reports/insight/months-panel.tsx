import type { RepaymentMonths } from '@pematang/contract/reports/insight/endpoints'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { MonthsChart } from './months-chart.tsx'
import { MonthsTable } from './months-table.tsx'
import { Panel } from './panel.tsx'
import { useRepaymentMonths } from './queries.ts'

/** Amounts due and received by month: a chart, and a table that can be opened instead. */
export function MonthsPanel() {
  const query = useRepaymentMonths()
  const [asTable, setAsTable] = useState(false)
  return (
    <Panel
      title="Jatuh tempo dan penerimaan"
      query={query}
      bone="h-[336px] md:h-[320px]"
      className="lg:col-span-2"
      aside={
        <Button
          variant="quiet"
          className="-my-2.5 -mr-2 px-2! text-table"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Lihat grafik' : 'Lihat tabel'}
        </Button>
      }
    >
      {(data) =>
        isEmpty(data) ? (
          <p className="text-table text-mute">Angsuran akan tampil di sini setelah pinjaman dicairkan.</p>
        ) : (
          <>
            <p className="-mt-2 text-meta text-mute">Jatuh tempo adalah pokok dan bunga sebelum pajak.</p>
            {!asTable && <MonthsChart months={data.months} />}
            <MonthsTable data={data} visible={asTable} />
          </>
        )
      }
    </Panel>
  )
}

const isEmpty = ({ before, months, after }: RepaymentMonths) =>
  [before, ...months, after].every(({ expected, received }) => expected === 0 && received === 0)
