import { useParams, useSearchParams } from 'react-router'
import { ProposalList } from '../features/lenders/proposals/proposal-list.tsx'
import { paths } from '../paths.ts'
import { ScreenSkeleton } from '../shell/screen-skeleton.tsx'
import { buttonClass } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PartMissing } from '../ui/part-missing.tsx'

const ProposalScreen = lazyPart(() =>
  import('./proposals/proposal-screen.tsx').then((module) => module.ProposalScreen),
)

/** The proposals of a company, or one of them. */
export default function Proposals() {
  const { number } = useParams()
  const [search] = useSearchParams()
  if (number !== undefined)
    return (
      <Part loading={<ScreenSkeleton />} notLoaded={(retry) => <PartMissing onRetry={retry} />}>
        <ProposalScreen key={number} number={number} />
      </Part>
    )
  return (
    <>
      <PageHead
        title="Persetujuan"
        lead="Yang diajukan rekan Anda berlaku setelah orang lain menyetujuinya."
        actions={
          // On a desktop the navigation has it.
          <Link to={paths.company} className={cx(buttonClass('secondary'), 'md:hidden')}>
            Perusahaan
          </Link>
        }
      />
      <ProposalList asked={search.get('untuk')} />
    </>
  )
}
