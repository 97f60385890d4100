import { FirstSteps, useFirstSteps } from '../../features/reports/summary/index.ts'
import { paths, withQuery } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { toLoans } from './loans-place.tsx'

/** The first steps of a lender, until they have signed an agreement. */
export function FirstVisit({ onDeposit }: { onDeposit: () => void }) {
  const { facts } = useFirstSteps()
  if (!facts) return null
  const actions = {
    deposit: <Button onClick={onDeposit}>Deposit sekarang</Button>,
    choose: (
      <Link to={paths.marketplace} className={buttonClass('primary')}>
        Pilih di Marketplace
      </Link>
    ),
    sign: (
      <Link
        to={withQuery(paths.portfolio, { loanStatus: 'UNSIGNED' })}
        state={toLoans}
        data-repeats
        className={buttonClass('primary')}
      >
        Lihat yang menunggu
      </Link>
    ),
  }
  return <FirstSteps facts={facts} actions={actions} />
}
