import { useNavigate, useParams } from 'react-router'
import { BulkSummary } from '../features/bulk-funding/index.ts'
import { paths } from '../paths.ts'
import { useLender } from '../session/use-session.ts'

/** A number of the address; zero for anything else. It is only ever shown, until the server has said its own. */
const shownNumber = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** One bulk product and its loans. Of its address only the id counts. */
export default function BulkList() {
  const { upload_secure_id: uploadId = '', total_loan: count, total_loan_amount: total } = useParams()
  const navigate = useNavigate()
  const { userId } = useLender()
  return (
    <BulkSummary
      key={uploadId}
      uploadId={uploadId}
      addressed={{ count: shownNumber(count), total: shownNumber(total) }}
      lenderUserId={userId}
      onProgress={() => navigate(paths.transactions)}
      onMarketplace={() => navigate(paths.marketplace)}
    />
  )
}
