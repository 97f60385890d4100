export { type Action, action, lendersTyped } from './action.ts'
export { type Decidable, decidable, type Foreseen, type Words } from './decidable.ts'
export { InputFault } from './faults.ts'
export {
  birthDateField,
  choiceField,
  codeField,
  countField,
  dateField,
  documentField,
  emailField,
  type Field,
  fractionField,
  idField,
  lenderField,
  lineField,
  loanField,
  nameField,
  optional,
  paymentField,
  paymentIdField,
  phoneField,
  reasonField,
  rupiahField,
  textField,
  withdrawalField,
  withPoint,
  yesField,
} from './field.ts'
