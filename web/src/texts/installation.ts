/** The words of the administration that all its pages share, and those of the pages of the installation and its jobs. */
export const administrationTabs = {
  title: 'Administration',
  label: 'Parts of the administration',
  users: 'Users',
  groups: 'Groups',
  organizations: 'Organizations',
  audit: 'Audit log',
  installation: 'Installation',
  jobs: 'Jobs',
  notAllowed: 'Only administrators can see this',
  notAllowedText: 'Your account is not that of an administrator. Ask one of them if you need something changed here.',
  toWorkflows: 'Go to the workflows',
};
