export { ChooseLoan } from './choose-loan.tsx'
export { SelectionBar } from './selection-bar.tsx'
