/** The words of the pages of approvals. */
export const approvals = {
  title: 'Approvals',
};
