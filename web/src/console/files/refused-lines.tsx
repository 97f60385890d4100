import { Table } from '../parts/table.tsx'

/** The lines of a file that are refused, with the reason. */
export const RefusedLines = ({ refusals }: { refusals: readonly { line: number; reason: string }[] }) => (
  <div className="overflow-hidden rounded-control border border-line">
    <Table
      caption="Baris yang ditolak"
      rows={refusals}
      keyOf={({ line, reason }) => `${line} ${reason}`}
      columns={[
        { label: 'Baris', isName: true, className: '@min-[44rem]:w-24', cell: ({ line }) => `Baris ${line}` },
        { label: 'Alasan', cell: ({ reason }) => reason },
      ]}
    />
  </div>
)
