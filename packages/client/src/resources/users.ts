import type { CallOptions } from '../attempt.ts';
import type { SentInvitation, User, UserCreation, UserInvitation, UserRemains, UserUpdate } from '../types.ts';
import type { Caller } from './caller.ts';
import { Collection } from './collection.ts';

const PATH = '/api/v1/user';

/** The users of the installation, for the keys of administrators. */
export class Users extends Collection<User> {
  constructor(call: Caller) {
    super(call, PATH);
  }

  create(user: UserCreation, options?: CallOptions): Promise<User> {
    return this.call.json(`${PATH}/create`, user, options);
  }

  /** Creates a user, who sets a password with a link. */
  invite(user: UserInvitation, options?: CallOptions): Promise<SentInvitation> {
    return this.call.json(`${PATH}/invite`, user, options);
  }

  /** Changes the fields that are sent. */
  update(user: UserUpdate, options?: CallOptions): Promise<User> {
    return this.call.json(`${PATH}/update`, user, options);
  }

  /** What prevents the deletion of a user, and what would be deleted as well. */
  remains(id: string, options?: CallOptions): Promise<UserRemains> {
    return this.call.json(`${PATH}/remains`, { user_id: id }, options);
  }
}
