import { CurlLines } from '../features/lenders/keys/curl-lines.tsx'
import { Keys } from '../features/lenders/keys/keys.tsx'
import { CallsBack } from '../features/reports/calls-back/calls-back.tsx'

/** The screen Integrasi: how the lender's own systems call the API. */
export default function IntegrationScreen() {
  return (
    <div className="w-full max-w-3xl">
      <h1 className="mb-5 text-h1 font-bold">Integrasi</h1>
      <Keys />
      <CallsBack />
      <CurlLines />
    </div>
  )
}
