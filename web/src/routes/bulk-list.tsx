import { useNavigate, useParams } from 'react-router'
import { BulkSummary } from '../features/funding/bulk/index.ts'
import { paths } from '../paths.ts'
import { useLender } from '../session/use-session.ts'

/** A number in the URL; zero for anything else. It is only shown until the server has answered. */
const shownNumber = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** One bulk product and its loans. Only the id in the URL is used for requests. */
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
