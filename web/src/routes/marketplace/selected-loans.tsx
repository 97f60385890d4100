import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SelectionBar } from '../../features/funding/selection/index.ts'
import { paths } from '../../paths.ts'
import { lazyPart, Part } from '../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../ui/part-missing.tsx'

const SelectionFlow = lazyPart(() =>
  import('../../features/funding/selection/selection-flow.tsx').then((module) => module.SelectionFlow),
)

/** The bar of the selected loans, and the dialogs that fund them. */
export function SelectedLoans({ lenderUserId }: { lenderUserId: number }) {
  const [funding, setFunding] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <SelectionBar lenderUserId={lenderUserId} onContinue={() => setFunding(true)} />
      {funding && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            setFunding(false)
            toastPartMissing()
          }}
        >
          <SelectionFlow
            lenderUserId={lenderUserId}
            onClosed={() => setFunding(false)}
            onFunded={(selectionId) => navigate(paths.selection(selectionId))}
            onDashboard={() => navigate(paths.portfolio)}
          />
        </Part>
      )}
    </>
  )
}
