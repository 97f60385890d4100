import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { useMay } from '../session/me.ts'
import { FileForm } from './file-form.tsx'

/** Files of many lines: kept, tried, proposed; a job imports them after the decision. */
export function FilesPage() {
  const kinds = useCall('GET /files/kinds')
  const mayPropose = useMay('WORK')
  const [round, setRound] = useState(0)
  return (
    <Page
      title="Berkas"
      lead="Unggah, jalankan percobaan, lalu ajukan. Tidak ada yang berubah sebelum usulannya disetujui."
    >
      {mayPropose ? (
        <Loaded query={kinds} what="Jenis berkas">
          {(data) => (
            <FileForm
              key={round}
              kinds={data.kinds}
              maxBytes={data.maxBytes}
              onAgain={() => setRound(round + 1)}
            />
          )}
        </Loaded>
      ) : (
        <EmptyState picture="list" title="Anda tidak berwenang mengusulkan">
          Mengunggah berkas memerlukan wewenang mengusulkan.
        </EmptyState>
      )}
    </Page>
  )
}
