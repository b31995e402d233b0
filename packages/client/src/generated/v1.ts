/** Made by `node packages/client/generate.ts` from the API's description. Do not edit. */
export interface paths {
    "/api/v1/approval/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads who may decide an approval, and how far its run has come, without inputs and outputs
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_approval_context"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approval/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists approvals that the user may decide or has decided, newest first, page by page
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_approval_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts entries of the audit log
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_audit_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds entries of the audit log, newest first
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_audit_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/builder/change/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns what the user's builder changed or proposed: the workflow before and after
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_builder_change_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/builder/change/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists what the user's builder changed or proposed and is not settled yet, oldest first
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_builder_change_open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/builder/change/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records that the user kept, undid, applied or dismissed a change. It does not change the workflow
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_builder_change_settle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Breaks off the answer that is being made in a conversation, and removes the question
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_chat_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chat/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a message, and tells the answer and what tools do as it comes about: JSON objects one after another
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_chat_stream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets the caller's own credential for a connector that asks everybody for one
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a connector from an OpenAPI document, so that the operations of the API become tools
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a connector and the accounts that were connected for it
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Chooses which operations of a connector are tools
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds connectors that the caller may use
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/gallery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists APIs that are connected by choosing them
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_gallery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a connector with the tags of its operations
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/operation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads an operation with the schema of its params
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_operation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds operations of a connector, in the order of its document
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_operations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads an OpenAPI document and says what a connector made from it would have
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the document of a connector again and says what would change
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/refresh/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Applies the changes that a refresh has shown
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_refresh_apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes what is sent of a connector
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connector/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the workflows and assistants that use tools of a connector
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_connector_uses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a conversation with its latest messages, and with what tools did for each answer
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_conversation_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the user's conversations, those with the latest messages first
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_conversation_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a conversation another title
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_conversation_rename"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect a credential to an account in the browser
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a credential
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a credential; steps, connectors and MCP servers that use it fail from then on
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget the account of a credential
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_disconnect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds credentials by their names, without their secrets
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a credential, without its secrets
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the kinds of credentials and their fields
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_kinds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a GET request with a credential to one of its hosts, and says what status came back
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes what is sent of a credential; another host needs the secret fields again
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credential/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists who uses a credential, and who sent it where in the last weeks
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_credential_uses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/event/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends an event to the steps that wait for it, or keeps it for a day for the next one that does
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_event_send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/file/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts the caller's files
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_file_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/file/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes one of the caller's files; its link is dead at once
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_file_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/file/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the caller's files, newest first
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_file_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/file/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one of the caller's files by its id
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_file_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/file/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores a file of the caller: a multipart form with the field `file`
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_file_upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds workflows, panels, files, assistants and conversations by their names, a few of each
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts groups
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_group_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a group
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_group_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a group
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_group_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds groups, newest first
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_group_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one of the groups by its id
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_group_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists groups by name, with their members
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_group_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group/member/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes a member
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_group_member_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group/member/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a member
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_group_member_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renames a group
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_group_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/installation/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Checks the database, the storage, the mail server, the models and the MCP servers
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_installation_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/installation/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns versions, the settings in effect without secrets, and how much waits
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_installation_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/installation/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts the jobs by kind and state, and lists those that failed for good
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_installation_jobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/installation/jobs/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes one dead job, or all of a kind
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_installation_jobs_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/installation/jobs/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retries one dead job, or all of a kind
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_installation_jobs_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/installation/mail/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test mail to the administrator who asks for it
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_installation_mail_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/installation/processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the processes of the installation with what they execute
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_installation_processes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/key/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts keys
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_key_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/key/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an API key, which is shown only in this response
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_key_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/key/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a key
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_key_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/key/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds keys, newest first
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_key_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/key/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one of the keys by its id
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_key_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/key/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renames, disables or enables a key, or changes its scopes, with immediate effect
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_key_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers with what changes for the user, for as long as a tab of the console is open
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_live"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-server/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks an MCP server for its tools
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_mcp_server_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-server/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connects an account of the user with an MCP server, in the browser
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_mcp_server_connect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-server/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds an MCP server, and asks it for its tools
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_mcp_server_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-server/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes an MCP server, and the accounts that were connected for it
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_mcp_server_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-server/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offers tools of an MCP server, or offers them no longer
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_mcp_server_enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-server/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the MCP servers that the user may use, by title
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_mcp_server_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-server/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads an MCP server with the tools that it listed last
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_mcp_server_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-server/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes what is sent of an MCP server; asks it for its tools when its address or credential changes
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_mcp_server_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-server/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the workflows and assistants that use tools of an MCP server
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_mcp_server_uses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts the caller's notifications
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_notification_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the caller's notifications, newest first
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_notification_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one of the caller's notifications by its id
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_notification_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks a notification as read
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_notification_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification/read_all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks all notifications of the caller as read that were created until a time
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_notification_read_all"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts organizations
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_organization_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an organization
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_organization_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes an organization
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_organization_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds organizations, newest first
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_organization_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one of the organizations by its id
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_organization_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists organizations by name, with what they use
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_organization_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/member/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes a member
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_organization_member_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/member/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a member, or changes whether they may write
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_organization_member_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the fields of an organization that are sent
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_organization_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts panels
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a panel
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a panel
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/delivery/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts deliveries to webhooks of panels
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_delivery_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/delivery/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds deliveries to webhooks of panels, newest first
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_delivery_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/delivery/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one of the deliveries to webhooks of panels by its id
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_delivery_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/delivery/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retries a failed or cancelled delivery, for a day from now
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_delivery_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/delivery/retry-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retries the failed and cancelled deliveries of a panel, for a day from now
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_delivery_retry_many"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads any part of a directory, in any order, and says how many files it has
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_files"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/files/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes files; each is deleted or refused by itself
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_files_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/files/ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the ids of all files of a directory, ten thousand at once
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_files_ids"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/files/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves files to another directory; each is moved or refused by itself
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_files_move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds panels, newest first
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the folders of a panel, or the sub-folders of a directory, with what they contain
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_folders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one of the panels by its id
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists panels with their owners and with what they contain
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a panel with its owner, what it contains, and the workflows that its events start
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the organizations and groups to which the caller may give a panel
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_owners"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes what is sent of a panel; lists and settings that are sent replace the old ones whole
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_panel_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds users by a part of their name or address, or by their ids
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_people_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the groups with their names
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_people_groups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/presence/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says which workflow a tab of the console shows
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_presence_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets the caller's own password, and ends all other sessions
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_profile_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the caller's own name
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_profile_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profile/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the caller's own credits and storage
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_profile_usage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/record/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the collections of a panel, and how many records each has
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_record_collections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/record/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes many records, each with its files where the settings of their folder do not keep them
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_record_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/record/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads all records of a collection, page by page, in the order of their creation
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_record_export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/record/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the files that belong to a record, of all folders that may be listed
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_record_files"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/record/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates many records, or changes those that exist; each row succeeds or is refused by itself
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_record_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/record/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets and removes top-level fields of a record, unless somebody else changed it since it was read
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_record_save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/batch/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stops a batch of runs: what it has done already stays done
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_batch_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/batch/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads how far a batch of runs has come
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_batch_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a run that is queued, running or waiting
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/cancel_many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels many runs that are queued, running or waiting
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_cancel_many"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts the runs that a list contains
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the definition that a run executes or has executed
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_definition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a run with its steps and the beginnings of their outputs
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists runs that executed on behalf of the user, newest first, without their steps
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeats an ended run from its start, from its failed steps or from any step, as a new run
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/replay_many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeats many runs, as new runs that a job queues one after another
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_replay_many"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continues a step that waits for a time, a call or an event, without waiting any longer
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/resume/{run_id}/{step}/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Continue a step that waits for a call
         * @description No key. Rate tier `webhook`, by IP address.
         */
        post: operations["v1_run_resume_run_id_step_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts the runs that a list contains over time and by status
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_stats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a step of a run with its whole stored output
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_step"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Runs the draft with given results of steps, up to one step, or one step alone
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers with the events of a run from its beginning until it has ended: JSON objects one after another
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_run_watch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedule/backfill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes runs for the times of a schedule in a range, which a job queues one after another
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_schedule_backfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs in with an e-mail address and a password, and sets the cookie of the session
         * @description No key. Rate tier `default`, by IP address.
         */
        post: operations["v1_session_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs out, or ends another session of the caller
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_session_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists where the caller is signed in
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_session_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads who is signed in
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_session_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells how people can sign in
         * @description No key. Rate tier `default`, by IP address.
         */
        post: operations["v1_session_options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trigger/poll_now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Polls the source of a published trigger at once
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_trigger_poll_now"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trigger/poll_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shows what a poll would find, without storing anything
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_trigger_poll_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts users
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_count"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a user
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a user with all keys, memberships and notifications
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds users, newest first
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one of the users by its id
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a user, who sets a password with a link that is mailed or returned
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/link/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invites a user again, or lets a user set a new password; an earlier link stops working
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_link_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/link/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes the link of a user stop working
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_link_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists users by name, with what they use and when they were last seen
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/remains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells what prevents the deletion of a user, and what would be deleted as well
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_remains"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the fields of a user that are sent
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["v1_user_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/variable/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a variable of the caller or of an organization
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_variable_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/variable/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a variable, and lists the workflows that still refer to it
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_variable_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/variable/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the variables of the caller and of their organizations
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_variable_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/variable/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a variable, and which workflows refer to it
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_variable_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/variable/override": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a workflow a value of its own, or removes it
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_variable_override"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/variable/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the variables that a workflow sees, for those who may change it
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_variable_resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/variable/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes what is sent of a variable; runs that begin from then on see it
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_variable_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/view/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Saves a view under a name
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_view_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/view/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a saved view
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_view_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/view/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the user's saved views, oldest first
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_view_find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/welcome/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets a password with a one-time link, and signs in
         * @description No key. Rate tier `default`, by IP address.
         */
        post: operations["v1_welcome_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/welcome/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads what a one-time link is for
         * @description No key. Rate tier `default`, by IP address.
         */
        post: operations["v1_welcome_get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validates a definition that is not saved, for the caller
         * @description Scope `*`. Rate tier `high`.
         */
        post: operations["v1_workflow_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/concurrency": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shows how many runs have a place in each limit of the published workflow, and how many wait for one
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_concurrency"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists workflows to begin with, as export documents
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_examples"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/form_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shows the page of a form trigger with these params, before they are published
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_form_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists workflows that the user owns or that are shared, with what happened lately
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Waits for the next call of a webhook, and runs the draft with it; answers with JSON objects
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_listen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a workflow together with the revision that its draft is
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_open"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfers a workflow to an owning group, or with null back to its creator
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_owner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/publication": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads what publishing the draft would change, and what is published now
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_publication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/publish_version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publishes an older version again, as the next version; the draft stays as it is
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_publish_version"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Saves the draft, provided that the revision it is based on is still the latest
         * @description Scope `*`. Rate tier `high`.
         */
        post: operations["v1_workflow_save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Executes the tests of a workflow, without effects and without storing any run
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/test/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a test to a workflow: an input, given results of steps, and what must come out
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_test_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/test/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a test
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_test_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/test/from_run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a test from a run: its input, the results of its effects, and how it ended
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_test_from_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/test/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the tests of a workflow
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_test_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/test/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes a test
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_test_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the published versions, the newest first
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["v1_workflow_versions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            detail: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    v1_approval_context: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    approval_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description who may decide it */
                        assignees: {
                            email: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        /** @description the time of the service, by which the deadline counts */
                        now: number;
                        run: {
                            asked_by: {
                                email: string;
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                            /** Format: uuid */
                            id: string;
                            /** @description whether the caller may read the run with its inputs and outputs */
                            may_read: boolean;
                            started_at: number | null;
                        };
                        steps: {
                            finished_at: number | null;
                            name: string;
                            node_id: string;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            type: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_approval_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the `next` of the page before */
                    before?: string;
                    limit?: number;
                    /**
                     * @description `decided`: also those that ended without a decision
                     * @enum {unknown}
                     */
                    state: "waiting" | "decided";
                    /** @description what the title, the message, or the name of the workflow or of its user contains */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            asked_by: {
                                email: string;
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                            /** @description milliseconds since the epoch */
                            created_at: number;
                            decided_by: {
                                email: string;
                                /** Format: uuid */
                                id: string;
                                name: string;
                            } | null;
                            ended_at: number | null;
                            /** @description milliseconds since the epoch */
                            expires_at: number;
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            status: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                            title: string;
                            /** Format: uuid */
                            workflow_id: string;
                            workflow_name: string;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_audit_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_audit_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description one of session.create, session.refused, session.delete, password.change, link.accept, key.create, key.update, key.delete, user.create, user.update, user.enable, user.disable, user.delete, user.invite, user.reset, user.revoke, group.create, group.update, group.delete, group.member.set, group.member.remove, organization.create, organization.update, organization.delete, organization.member.set, organization.member.remove, workflow.share, workflow.owner, workflow.publish, workflow.activate, workflow.deactivate, workflow.regenerate, workflow.delete, panel.create, panel.update, panel.share, panel.delete, connector.create, connector.update, connector.share, connector.enable, connector.refresh, connector.delete, mcp_server.create, mcp_server.update, mcp_server.share, mcp_server.delete, assistant.share, assistant.delete, variable.create, variable.update, variable.delete, variable.override, credential.create, credential.update, credential.share, credential.delete, credential.refuse, credential.connect, credential.disconnect, run.resume, run.delete, job.retry, job.delete */
                        action: string;
                        actor: {
                            /** @description as it was then */
                            email: string;
                            id: string | null;
                            /** @description as it was then */
                            name: string;
                        };
                        address: string | null;
                        /** @description milliseconds since the epoch */
                        at: number;
                        /** @description what changed, without secrets */
                        details: {
                            [key: string]: unknown;
                        };
                        /** Format: uuid */
                        id: string;
                        key: {
                            /** Format: uuid */
                            id: string;
                            name: string | null;
                        } | null;
                        subject: {
                            id: string | null;
                            /** @description one of user, key, group, organization, workflow, panel, connector, mcp_server, assistant, credential, variable, run, job */
                            kind: string;
                            /** @description as it was then */
                            name: string;
                        };
                        /**
                         * @description how the actor was known: signed in, by a key, on the command line, or not at all
                         * @enum {unknown}
                         */
                        via: "session" | "key" | "command" | "none";
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_builder_change_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    change_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: {
                            definition: unknown;
                            description: string;
                            name: string;
                        };
                        before: {
                            definition: unknown;
                            description: string;
                            name: string;
                        };
                        /** @description milliseconds since the epoch */
                        created: number;
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "edit" | "proposal";
                        revision_id: string | null;
                        /** @enum {unknown} */
                        state: "open" | "kept" | "undone" | "applied" | "dismissed";
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_builder_change_open: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created: number;
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "edit" | "proposal";
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_builder_change_settle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    change_id: string;
                    /**
                     * @description kept or undone for edits, applied or dismissed for proposals
                     * @enum {unknown}
                     */
                    state: "kept" | "undone" | "applied" | "dismissed";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        after: {
                            definition: unknown;
                            description: string;
                            name: string;
                        };
                        before: {
                            definition: unknown;
                            description: string;
                            name: string;
                        };
                        /** @description milliseconds since the epoch */
                        created: number;
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "edit" | "proposal";
                        revision_id: string | null;
                        /** @enum {unknown} */
                        state: "open" | "kept" | "undone" | "applied" | "dismissed";
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_chat_stop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    conversation_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description false: there is nothing to stop, because the answer has come or failed */
                        stopping: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_chat_stream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    assistant_id?: string;
                    /**
                     * Format: uuid
                     * @description the client's own, sent with every message of the conversation
                     */
                    conversation_id?: string;
                    files?: (string | {
                        [key: string]: unknown;
                    })[];
                    message: string;
                    /** @description id of a model, see /ai_model/get_all */
                    model?: string;
                    /** @description a builder changes nothing, and stores what it would change as a proposal */
                    propose?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description values by the names that `credential/kinds` lists */
                    fields: {
                        [key: string]: unknown;
                    };
                    /** Format: uuid */
                    id: string;
                    /** @enum {unknown} */
                    kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            /** Format: uuid */
                            credential_id: string;
                            /** @enum {unknown} */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            /**
                             * @description connect: see `credential/connect`
                             * @enum {unknown}
                             */
                            state: "ready" | "connect" | "reconnect";
                        } | null;
                        base_url: string;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        description: string;
                        document: {
                            /** @enum {unknown} */
                            format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
                            /** @description when it was read, in milliseconds since the epoch */
                            read: number;
                            sha256: string;
                            size: number;
                            title: string;
                            url: string | null;
                            /** @description of the API */
                            version: string;
                        };
                        /** @description operations that are tools */
                        enabled: number;
                        gallery: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        name: string;
                        operations: number;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        pagination: ({
                            /** @constant */
                            kind: "link";
                        } | {
                            /** @constant */
                            kind: "cursor";
                            /** @description JMESPath of the next cursor */
                            next: string;
                            /** @description the name of the param */
                            param: string;
                        } | {
                            /** @description the number of the first page */
                            first: number;
                            items: string | null;
                            /** @constant */
                            kind: "page";
                            /** @description the name of the param */
                            param: string;
                        } | {
                            items: string | null;
                            /** @constant */
                            kind: "offset";
                            /** @description the name of the param */
                            param: string;
                        }) | null;
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        rate: {
                            calls: number;
                            seconds: number;
                        } | null;
                        security: {
                            description: string;
                            fields: {
                                [key: string]: string | string[];
                            };
                            /**
                             * @description the kind of credential that it asks for
                             * @enum {unknown}
                             */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            scheme: string;
                        }[];
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @description operations that can not become tools, at most 1,000 */
                        skipped: {
                            method: string;
                            path: string;
                            reason: string;
                        }[];
                        skipped_count: number;
                        tags: {
                            count: number;
                            enabled: number;
                            name: string;
                        }[];
                        title: string;
                        /** @description milliseconds since the epoch */
                        updated: number;
                        /** @description grows with every change */
                        version: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what the paths of operations are added to */
                    base_url?: string;
                    credential?: "own" | null;
                    credential_id?: string | null;
                    /** @description the document itself, as JSON or YAML */
                    document?: string;
                    /** @description which operations are enabled; by default all of them, or none when there are more than 100 */
                    enable?: {
                        names?: string[];
                        tags?: string[];
                    };
                    /**
                     * Format: uuid
                     * @description an uploaded file of the caller
                     */
                    file_id?: string;
                    /** @description the slug of an entry of the gallery */
                    gallery?: string;
                    group_id?: string | null;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        write: boolean;
                    }[];
                    /** @description what the names of its tools begin with; it stays */
                    name: string;
                    organization_id?: string | null;
                    pagination?: ({
                        /** @constant */
                        kind: "link";
                    } | {
                        /** @constant */
                        kind: "cursor";
                        /** @description JMESPath of the next cursor */
                        next: string;
                        /** @description the name of the param */
                        param: string;
                    } | {
                        /** @description the number of the first page */
                        first?: number;
                        items?: string | null;
                        /** @constant */
                        kind: "page";
                        /** @description the name of the param */
                        param: string;
                    } | {
                        items?: string | null;
                        /** @constant */
                        kind: "offset";
                        /** @description the name of the param */
                        param: string;
                    }) | null;
                    rate?: {
                        calls: number;
                        seconds: number;
                    } | null;
                    sharing?: {
                        user_email: string;
                        write: boolean;
                    }[];
                    title?: string;
                    /** @description where the document is read */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            /** Format: uuid */
                            credential_id: string;
                            /** @enum {unknown} */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            /**
                             * @description connect: see `credential/connect`
                             * @enum {unknown}
                             */
                            state: "ready" | "connect" | "reconnect";
                        } | null;
                        base_url: string;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        description: string;
                        document: {
                            /** @enum {unknown} */
                            format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
                            /** @description when it was read, in milliseconds since the epoch */
                            read: number;
                            sha256: string;
                            size: number;
                            title: string;
                            url: string | null;
                            /** @description of the API */
                            version: string;
                        };
                        /** @description operations that are tools */
                        enabled: number;
                        gallery: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        name: string;
                        operations: number;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        pagination: ({
                            /** @constant */
                            kind: "link";
                        } | {
                            /** @constant */
                            kind: "cursor";
                            /** @description JMESPath of the next cursor */
                            next: string;
                            /** @description the name of the param */
                            param: string;
                        } | {
                            /** @description the number of the first page */
                            first: number;
                            items: string | null;
                            /** @constant */
                            kind: "page";
                            /** @description the name of the param */
                            param: string;
                        } | {
                            items: string | null;
                            /** @constant */
                            kind: "offset";
                            /** @description the name of the param */
                            param: string;
                        }) | null;
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        rate: {
                            calls: number;
                            seconds: number;
                        } | null;
                        security: {
                            description: string;
                            fields: {
                                [key: string]: string | string[];
                            };
                            /**
                             * @description the kind of credential that it asks for
                             * @enum {unknown}
                             */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            scheme: string;
                        }[];
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @description operations that can not become tools, at most 1,000 */
                        skipped: {
                            method: string;
                            path: string;
                            reason: string;
                        }[];
                        skipped_count: number;
                        tags: {
                            count: number;
                            enabled: number;
                            name: string;
                        }[];
                        title: string;
                        /** @description milliseconds since the epoch */
                        updated: number;
                        /** @description grows with every change */
                        version: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_enable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    all?: true;
                    enabled: boolean;
                    /** Format: uuid */
                    id: string;
                    names?: string[];
                    tag?: string;
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changed: number;
                        /** @description operations that are enabled now */
                        enabled: number;
                        version: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    limit?: number;
                    skip?: number;
                    /** @description parts of name or title */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            base_url: string;
                            /** @description milliseconds since the epoch */
                            created: number;
                            credential: "own" | null;
                            credential_id: string | null;
                            description: string;
                            document: {
                                /** @enum {unknown} */
                                format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
                                /** @description when it was read, in milliseconds since the epoch */
                                read: number;
                                sha256: string;
                                size: number;
                                title: string;
                                url: string | null;
                                /** @description of the API */
                                version: string;
                            };
                            /** @description operations that are tools */
                            enabled: number;
                            gallery: string | null;
                            /** @description empty for those who may not change it */
                            group_sharing: {
                                /** Format: uuid */
                                group_id: string;
                                write: boolean;
                            }[];
                            /** Format: uuid */
                            id: string;
                            name: string;
                            operations: number;
                            owner: {
                                group_id: string | null;
                                organization_id: string | null;
                                user_id: string | null;
                            };
                            pagination: ({
                                /** @constant */
                                kind: "link";
                            } | {
                                /** @constant */
                                kind: "cursor";
                                /** @description JMESPath of the next cursor */
                                next: string;
                                /** @description the name of the param */
                                param: string;
                            } | {
                                /** @description the number of the first page */
                                first: number;
                                items: string | null;
                                /** @constant */
                                kind: "page";
                                /** @description the name of the param */
                                param: string;
                            } | {
                                items: string | null;
                                /** @constant */
                                kind: "offset";
                                /** @description the name of the param */
                                param: string;
                            }) | null;
                            permissions: {
                                use: boolean;
                                write: boolean;
                            };
                            rate: {
                                calls: number;
                                seconds: number;
                            } | null;
                            security: {
                                description: string;
                                fields: {
                                    [key: string]: string | string[];
                                };
                                /**
                                 * @description the kind of credential that it asks for
                                 * @enum {unknown}
                                 */
                                kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                                scheme: string;
                            }[];
                            /** @description empty for those who may not change it */
                            sharing: {
                                user_email: string;
                                write: boolean;
                            }[];
                            skipped_count: number;
                            title: string;
                            /** @description milliseconds since the epoch */
                            updated: number;
                            /** @description grows with every change */
                            version: number;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_gallery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description words of title, description or categories */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            auth: ("header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic")[];
                            base_url: string | null;
                            categories: string[];
                            credential: {
                                /** @description those that are the same for everybody */
                                fields: {
                                    [key: string]: string | string[] | {
                                        [key: string]: string;
                                    };
                                };
                                /** @description where people get what they must enter */
                                hint: string;
                                hosts: string[];
                                /** @enum {unknown} */
                                kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            };
                            description: string;
                            docs_url: string;
                            document_url: string;
                            slug: string;
                            title: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            /** Format: uuid */
                            credential_id: string;
                            /** @enum {unknown} */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            /**
                             * @description connect: see `credential/connect`
                             * @enum {unknown}
                             */
                            state: "ready" | "connect" | "reconnect";
                        } | null;
                        base_url: string;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        description: string;
                        document: {
                            /** @enum {unknown} */
                            format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
                            /** @description when it was read, in milliseconds since the epoch */
                            read: number;
                            sha256: string;
                            size: number;
                            title: string;
                            url: string | null;
                            /** @description of the API */
                            version: string;
                        };
                        /** @description operations that are tools */
                        enabled: number;
                        gallery: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        name: string;
                        operations: number;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        pagination: ({
                            /** @constant */
                            kind: "link";
                        } | {
                            /** @constant */
                            kind: "cursor";
                            /** @description JMESPath of the next cursor */
                            next: string;
                            /** @description the name of the param */
                            param: string;
                        } | {
                            /** @description the number of the first page */
                            first: number;
                            items: string | null;
                            /** @constant */
                            kind: "page";
                            /** @description the name of the param */
                            param: string;
                        } | {
                            items: string | null;
                            /** @constant */
                            kind: "offset";
                            /** @description the name of the param */
                            param: string;
                        }) | null;
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        rate: {
                            calls: number;
                            seconds: number;
                        } | null;
                        security: {
                            description: string;
                            fields: {
                                [key: string]: string | string[];
                            };
                            /**
                             * @description the kind of credential that it asks for
                             * @enum {unknown}
                             */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            scheme: string;
                        }[];
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @description operations that can not become tools, at most 1,000 */
                        skipped: {
                            method: string;
                            path: string;
                            reason: string;
                        }[];
                        skipped_count: number;
                        tags: {
                            count: number;
                            enabled: number;
                            name: string;
                        }[];
                        title: string;
                        /** @description milliseconds since the epoch */
                        updated: number;
                        /** @description grows with every change */
                        version: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_operation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deprecated: boolean;
                        description: string;
                        enabled: boolean;
                        /** @description the JSON Schema of the params of its tool */
                        input_schema: unknown;
                        method: string;
                        name: string;
                        paging: ({
                            /** @constant */
                            kind: "link";
                        } | {
                            /** @constant */
                            kind: "cursor";
                            /** @description JMESPath of the next cursor */
                            next: string;
                            /** @description the name of the param */
                            param: string;
                        } | {
                            /** @description the number of the first page */
                            first: number;
                            items: string | null;
                            /** @constant */
                            kind: "page";
                            /** @description the name of the param */
                            param: string;
                        } | {
                            items: string | null;
                            /** @constant */
                            kind: "offset";
                            /** @description the name of the param */
                            param: string;
                        }) | null;
                        path: string;
                        tags: string[];
                        title: string;
                        /** @description the name for tool.call and assistants */
                        tool: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_operations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean;
                    /** Format: uuid */
                    id: string;
                    limit?: number;
                    skip?: number;
                    tag?: string;
                    /** @description words of name, title, description or path */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            deprecated: boolean;
                            description: string;
                            enabled: boolean;
                            method: string;
                            name: string;
                            paging: ({
                                /** @constant */
                                kind: "link";
                            } | {
                                /** @constant */
                                kind: "cursor";
                                /** @description JMESPath of the next cursor */
                                next: string;
                                /** @description the name of the param */
                                param: string;
                            } | {
                                /** @description the number of the first page */
                                first: number;
                                items: string | null;
                                /** @constant */
                                kind: "page";
                                /** @description the name of the param */
                                param: string;
                            } | {
                                items: string | null;
                                /** @constant */
                                kind: "offset";
                                /** @description the name of the param */
                                param: string;
                            }) | null;
                            path: string;
                            tags: string[];
                            title: string;
                            /** @description the name for tool.call and assistants */
                            tool: string;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description the document itself, as JSON or YAML */
                    document?: string;
                    /**
                     * Format: uuid
                     * @description an uploaded file of the caller
                     */
                    file_id?: string;
                    /** @description the slug of an entry of the gallery */
                    gallery?: string;
                    /** @description where the document is read */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        base_url: string | null;
                        description: string;
                        /** @enum {unknown} */
                        format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
                        operations: number;
                        security: {
                            description: string;
                            fields: {
                                [key: string]: string | string[];
                            };
                            /**
                             * @description the kind of credential that it asks for
                             * @enum {unknown}
                             */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            scheme: string;
                        }[];
                        /** @description operations that can not become tools, at most 1,000 */
                        skipped: {
                            method: string;
                            path: string;
                            reason: string;
                        }[];
                        skipped_count: number;
                        tags: {
                            count: number;
                            name: string;
                        }[];
                        title: string;
                        version: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the document itself, as JSON or YAML */
                    document?: string;
                    /**
                     * Format: uuid
                     * @description an uploaded file of the caller
                     */
                    file_id?: string;
                    /** Format: uuid */
                    id: string;
                    /** @description where the document is read */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: string[];
                        changed: {
                            name: string;
                            what: ("params" | "description" | "path")[];
                        }[];
                        /** Format: uuid */
                        refresh_id: string;
                        removed: string[];
                        unchanged: number;
                        /** @description workflows of the caller that use a removed operation */
                        used: {
                            draft: boolean;
                            published: boolean;
                            tool: string;
                            workflow: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_refresh_apply: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** Format: uuid */
                    refresh_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            /** Format: uuid */
                            credential_id: string;
                            /** @enum {unknown} */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            /**
                             * @description connect: see `credential/connect`
                             * @enum {unknown}
                             */
                            state: "ready" | "connect" | "reconnect";
                        } | null;
                        base_url: string;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        description: string;
                        document: {
                            /** @enum {unknown} */
                            format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
                            /** @description when it was read, in milliseconds since the epoch */
                            read: number;
                            sha256: string;
                            size: number;
                            title: string;
                            url: string | null;
                            /** @description of the API */
                            version: string;
                        };
                        /** @description operations that are tools */
                        enabled: number;
                        gallery: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        name: string;
                        operations: number;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        pagination: ({
                            /** @constant */
                            kind: "link";
                        } | {
                            /** @constant */
                            kind: "cursor";
                            /** @description JMESPath of the next cursor */
                            next: string;
                            /** @description the name of the param */
                            param: string;
                        } | {
                            /** @description the number of the first page */
                            first: number;
                            items: string | null;
                            /** @constant */
                            kind: "page";
                            /** @description the name of the param */
                            param: string;
                        } | {
                            items: string | null;
                            /** @constant */
                            kind: "offset";
                            /** @description the name of the param */
                            param: string;
                        }) | null;
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        rate: {
                            calls: number;
                            seconds: number;
                        } | null;
                        security: {
                            description: string;
                            fields: {
                                [key: string]: string | string[];
                            };
                            /**
                             * @description the kind of credential that it asks for
                             * @enum {unknown}
                             */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            scheme: string;
                        }[];
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @description operations that can not become tools, at most 1,000 */
                        skipped: {
                            method: string;
                            path: string;
                            reason: string;
                        }[];
                        skipped_count: number;
                        tags: {
                            count: number;
                            enabled: number;
                            name: string;
                        }[];
                        title: string;
                        /** @description milliseconds since the epoch */
                        updated: number;
                        /** @description grows with every change */
                        version: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what the paths of operations are added to */
                    base_url?: string;
                    credential?: "own" | null;
                    credential_id?: string | null;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        write: boolean;
                    }[];
                    /** Format: uuid */
                    id: string;
                    /** @description refused with 409 unless this is the present version */
                    if_version?: number;
                    pagination?: ({
                        /** @constant */
                        kind: "link";
                    } | {
                        /** @constant */
                        kind: "cursor";
                        /** @description JMESPath of the next cursor */
                        next: string;
                        /** @description the name of the param */
                        param: string;
                    } | {
                        /** @description the number of the first page */
                        first?: number;
                        items?: string | null;
                        /** @constant */
                        kind: "page";
                        /** @description the name of the param */
                        param: string;
                    } | {
                        items?: string | null;
                        /** @constant */
                        kind: "offset";
                        /** @description the name of the param */
                        param: string;
                    }) | null;
                    rate?: {
                        calls: number;
                        seconds: number;
                    } | null;
                    sharing?: {
                        user_email: string;
                        write: boolean;
                    }[];
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            /** Format: uuid */
                            credential_id: string;
                            /** @enum {unknown} */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            /**
                             * @description connect: see `credential/connect`
                             * @enum {unknown}
                             */
                            state: "ready" | "connect" | "reconnect";
                        } | null;
                        base_url: string;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        description: string;
                        document: {
                            /** @enum {unknown} */
                            format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
                            /** @description when it was read, in milliseconds since the epoch */
                            read: number;
                            sha256: string;
                            size: number;
                            title: string;
                            url: string | null;
                            /** @description of the API */
                            version: string;
                        };
                        /** @description operations that are tools */
                        enabled: number;
                        gallery: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        name: string;
                        operations: number;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        pagination: ({
                            /** @constant */
                            kind: "link";
                        } | {
                            /** @constant */
                            kind: "cursor";
                            /** @description JMESPath of the next cursor */
                            next: string;
                            /** @description the name of the param */
                            param: string;
                        } | {
                            /** @description the number of the first page */
                            first: number;
                            items: string | null;
                            /** @constant */
                            kind: "page";
                            /** @description the name of the param */
                            param: string;
                        } | {
                            items: string | null;
                            /** @constant */
                            kind: "offset";
                            /** @description the name of the param */
                            param: string;
                        }) | null;
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        rate: {
                            calls: number;
                            seconds: number;
                        } | null;
                        security: {
                            description: string;
                            fields: {
                                [key: string]: string | string[];
                            };
                            /**
                             * @description the kind of credential that it asks for
                             * @enum {unknown}
                             */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            scheme: string;
                        }[];
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @description operations that can not become tools, at most 1,000 */
                        skipped: {
                            method: string;
                            path: string;
                            reason: string;
                        }[];
                        skipped_count: number;
                        tags: {
                            count: number;
                            enabled: number;
                            name: string;
                        }[];
                        title: string;
                        /** @description milliseconds since the epoch */
                        updated: number;
                        /** @description grows with every change */
                        version: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_connector_uses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assistants: {
                            assistant: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                            tool: string;
                        }[];
                        workflows: {
                            draft: boolean;
                            published: boolean;
                            tool: string;
                            workflow: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_conversation_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description messages before this position */
                    before?: number;
                    /** Format: uuid */
                    conversation_id: string;
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        answering: ("chat" | "run") | null;
                        assistant: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            workflow_id: string | null;
                        } | null;
                        /** @description milliseconds since the epoch */
                        created: number;
                        /** @description of all messages */
                        credits: number;
                        has_earlier: boolean;
                        /** Format: uuid */
                        id: string;
                        message_count: number;
                        /** @description the latest, oldest first */
                        messages: {
                            /** @description Markdown */
                            content: string;
                            /** Format: uuid */
                            conversation_id: string;
                            /** @description milliseconds since the epoch */
                            created: number;
                            credits: number;
                            files: {
                                content_type: string;
                                /** Format: uuid */
                                file_id: string;
                                file_url: string;
                                filename: string;
                                size: number;
                            }[];
                            /** Format: uuid */
                            id: string;
                            model: string | null;
                            position: number;
                            /** @enum {unknown} */
                            role: "user" | "assistant";
                            /** @description what an answer took, in order */
                            tools: {
                                /** @description unique within the answer */
                                call_id: string;
                                failed: boolean;
                                /** @description the beginning of the params */
                                input_json: string;
                                name: string;
                                output: string | null;
                                /** @description what the assistant said before the call */
                                said: string;
                            }[];
                        }[];
                        /** @description the one that was asked last */
                        model: string;
                        run: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            workflow_id: string;
                            workflow_name: string;
                        } | null;
                        title: string;
                        /** @description what the answer that is being made took so far */
                        unfinished: {
                            /** @description unique within the answer */
                            call_id: string;
                            failed: boolean;
                            /** @description the beginning of the params */
                            input_json: string;
                            name: string;
                            output: string | null;
                            /** @description what the assistant said before the call */
                            said: string;
                        }[];
                        /** @description milliseconds since the epoch */
                        updated: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_conversation_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    assistant_id?: string;
                    /** @description the `next` of the page before */
                    before?: string;
                    limit?: number;
                    /** @description what the title contains, in upper or lower case */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            answering: ("chat" | "run") | null;
                            assistant: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                workflow_id: string | null;
                            } | null;
                            /** @description milliseconds since the epoch */
                            created: number;
                            /** Format: uuid */
                            id: string;
                            message_count: number;
                            /** @description the one that was asked last */
                            model: string;
                            run: {
                                /** Format: uuid */
                                id: string;
                                /** Format: uuid */
                                workflow_id: string;
                                workflow_name: string;
                            } | null;
                            title: string;
                            /** @description milliseconds since the epoch */
                            updated: number;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_conversation_rename: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    conversation_id: string;
                    title: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_connect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @description the path of the console at which the browser goes on; the page of the credential unless given */
                    return_to?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description where to send the browser, within 10 minutes */
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    /** @description values by the names that `kinds` lists */
                    fields: {
                        [key: string]: unknown;
                    };
                    group_id?: string | null;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        write: boolean;
                    }[];
                    /** @description where it may be sent: api.example.org, *.example.org, api.example.org:8443, http://localhost:3000 */
                    hosts: string[];
                    /** @enum {unknown} */
                    kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                    name: string;
                    organization_id?: string | null;
                    rotate_at?: number | null;
                    sharing?: {
                        user_email: string;
                        write: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connected: {
                            account?: string;
                            expires_at?: number;
                            scopes?: string[];
                        } | null;
                        created: {
                            timestamp: number;
                            user_id: string | null;
                        };
                        description: string;
                        /** @description the fields that are set; of a secret one only {set, hint, source} */
                        fields: {
                            [key: string]: unknown;
                        };
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        hosts: string[];
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                        last_used_at: number | null;
                        name: string;
                        /** @description exactly one of them */
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        rotate_at: number | null;
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @enum {unknown} */
                        state: "ready" | "connect" | "reconnect";
                        /** @description the fields that {{ secrets.name.field }} may name */
                        template_fields: string[];
                        updated: {
                            timestamp: number;
                            user_id: string | null;
                        };
                        /** @description grows with every change */
                        version: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_disconnect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                        /** @description whether the authorization server knows that the connection is over */
                        revoked: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    kind?: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                    limit?: number;
                    skip?: number;
                    /** @description words of the name, the description or a host */
                    text?: string;
                    /** @description only those that the caller may use */
                    usable?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            connected: {
                                account?: string;
                                expires_at?: number;
                                scopes?: string[];
                            } | null;
                            created: {
                                timestamp: number;
                                user_id: string | null;
                            };
                            description: string;
                            /** @description the fields that are set; of a secret one only {set, hint, source} */
                            fields: {
                                [key: string]: unknown;
                            };
                            group_sharing: {
                                /** Format: uuid */
                                group_id: string;
                                write: boolean;
                            }[];
                            hosts: string[];
                            /** Format: uuid */
                            id: string;
                            /** @enum {unknown} */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            last_used_at: number | null;
                            name: string;
                            /** @description exactly one of them */
                            owner: {
                                group_id: string | null;
                                organization_id: string | null;
                                user_id: string | null;
                            };
                            permissions: {
                                use: boolean;
                                write: boolean;
                            };
                            rotate_at: number | null;
                            /** @description empty for those who may not change it */
                            sharing: {
                                user_email: string;
                                write: boolean;
                            }[];
                            /** @enum {unknown} */
                            state: "ready" | "connect" | "reconnect";
                            /** @description the fields that {{ secrets.name.field }} may name */
                            template_fields: string[];
                            updated: {
                                timestamp: number;
                                user_id: string | null;
                            };
                            /** @description grows with every change */
                            version: number;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connected: {
                            account?: string;
                            expires_at?: number;
                            scopes?: string[];
                        } | null;
                        created: {
                            timestamp: number;
                            user_id: string | null;
                        };
                        description: string;
                        /** @description the fields that are set; of a secret one only {set, hint, source} */
                        fields: {
                            [key: string]: unknown;
                        };
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        hosts: string[];
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                        last_used_at: number | null;
                        name: string;
                        /** @description exactly one of them */
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        rotate_at: number | null;
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @enum {unknown} */
                        state: "ready" | "connect" | "reconnect";
                        /** @description the fields that {{ secrets.name.field }} may name */
                        template_fields: string[];
                        updated: {
                            timestamp: number;
                            user_id: string | null;
                        };
                        /** @description grows with every change */
                        version: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_kinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kinds: {
                            /** @description whether somebody must connect an account in the browser */
                            connectable: boolean;
                            description: string;
                            fields: {
                                choices?: string[];
                                description: string;
                                name: string;
                                required: boolean;
                                secret: boolean;
                                title: string;
                                /** @enum {unknown} */
                                type: "text" | "long_text" | "choice" | "list" | "number" | "json";
                            }[];
                            /** @enum {unknown} */
                            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                            /** @description whether it may have further fields of any name, all of them secret texts */
                            own_fields: boolean;
                            title: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @description a URL of an allowed host; by default the first page of the first one */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        ok: boolean;
                        status: number | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    /** @description a field that is given replaces the old value, null removes it, and the others stay */
                    fields?: {
                        [key: string]: unknown;
                    };
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        write: boolean;
                    }[];
                    /** @description where it may be sent: api.example.org, *.example.org, api.example.org:8443, http://localhost:3000 */
                    hosts?: string[];
                    /** Format: uuid */
                    id: string;
                    /** @description refused with 409 unless the credential has this version */
                    if_version?: number;
                    name?: string;
                    rotate_at?: number | null;
                    sharing?: {
                        user_email: string;
                        write: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connected: {
                            account?: string;
                            expires_at?: number;
                            scopes?: string[];
                        } | null;
                        created: {
                            timestamp: number;
                            user_id: string | null;
                        };
                        description: string;
                        /** @description the fields that are set; of a secret one only {set, hint, source} */
                        fields: {
                            [key: string]: unknown;
                        };
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        hosts: string[];
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                        last_used_at: number | null;
                        name: string;
                        /** @description exactly one of them */
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        rotate_at: number | null;
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @enum {unknown} */
                        state: "ready" | "connect" | "reconnect";
                        /** @description the fields that {{ secrets.name.field }} may name */
                        template_fields: string[];
                        updated: {
                            timestamp: number;
                            user_id: string | null;
                        };
                        /** @description grows with every change */
                        version: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_credential_uses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connectors: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        mcp_servers: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        recent: {
                            count: number;
                            host: string;
                            /** @description its beginning, in milliseconds since the epoch */
                            hour: number;
                            node_id: string | null;
                            /** @description how often it was not sent, because the host is not allowed */
                            refused: number;
                            workflow_id: string | null;
                            workflow_name: string | null;
                        }[];
                        /** @description steps that name it, in workflows that the caller may see */
                        workflows: {
                            draft: boolean;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            node_id: string;
                            published: boolean;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_event_send: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what the steps get: JSON of at most 200000 characters */
                    data?: unknown;
                    /** @description tells events of the same name apart; default "" */
                    key?: string;
                    name: string;
                    /**
                     * Format: uuid
                     * @description the organization whose runs it reaches; default: your own runs outside of organizations
                     */
                    organization_id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        event_id: string;
                        /** @description how many steps waited for it (each run has at most 1000) */
                        woken: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_file_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_file_delete: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_file_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        created: {
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        file_id: string;
                        /** @description who has it can download the file */
                        file_url: string;
                        filename: string;
                        /** Format: uuid */
                        id: string;
                        /** @description bytes */
                        size: number;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_file_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        created: {
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        file_id: string;
                        /** @description who has it can download the file */
                        file_url: string;
                        filename: string;
                        /** Format: uuid */
                        id: string;
                        /** @description bytes */
                        size: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_file_upload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        created: {
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        file_id: string;
                        /** @description who has it can download the file */
                        file_url: string;
                        filename: string;
                        /** Format: uuid */
                        id: string;
                        /** @description bytes */
                        size: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description what the name begins with or contains */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        kind: "workflow" | "panel" | "file" | "assistant" | "conversation";
                        name: string;
                        /**
                         * Format: uuid
                         * @description of a file
                         */
                        panel_id?: string;
                        /** @description of a file */
                        path?: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_group_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_group_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        members: {
                            /** Format: uuid */
                            user_id: string;
                        }[];
                        name: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_group_delete: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_group_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        members: {
                            /** Format: uuid */
                            user_id: string;
                        }[];
                        name: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_group_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        members: {
                            /** Format: uuid */
                            user_id: string;
                        }[];
                        name: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_group_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    limit?: number;
                    skip?: number;
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** Format: uuid */
                            id: string;
                            members: {
                                /** Format: uuid */
                                user_id: string;
                            }[];
                            name: string;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_group_member_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    group_id: string;
                    /** Format: uuid */
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_group_member_set: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    group_id: string;
                    /** Format: uuid */
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_group_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        members: {
                            /** Format: uuid */
                            user_id: string;
                        }[];
                        name: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_installation_check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        checked_at: number;
                        checks: {
                            error_kind: string | null;
                            /** @enum {unknown} */
                            kind: "database" | "storage" | "mail" | "model" | "mcp_server";
                            /** @description of the model or MCP server; what is used, such as s3 or smtp, for the others */
                            name: string;
                            /** @enum {unknown} */
                            state: "ok" | "failed";
                            took_ms: number;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_installation_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: {
                            active: number;
                            dead: number;
                            waiting: number;
                        };
                        node_version: string;
                        postgres_version: string;
                        public_url: string;
                        runs: {
                            queued: number;
                            running: number;
                            waiting: number;
                        };
                        settings: {
                            area: string;
                            default: string | null;
                            /** @description whether the value is another than the default */
                            differs: boolean;
                            meaning: string;
                            secret: boolean;
                            /** @description whether there is a value, given or by default */
                            set: boolean;
                            value: string | null;
                            variable: string;
                        }[];
                        version: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_installation_jobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description lists only dead jobs of this kind */
                    kind?: string;
                    /** @default 100 */
                    limit?: number;
                    /** @default 0 */
                    skip?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dead: {
                            attempts: number;
                            /** @description milliseconds since the epoch */
                            created_at: number;
                            error_kind: string | null;
                            failed_at: number | null;
                            /** Format: uuid */
                            id: string;
                            /** @description the ids in its payload, by their names */
                            ids: {
                                [key: string]: string;
                            };
                            kind: string;
                        }[];
                        kinds: {
                            active: number;
                            dead: number;
                            kind: string;
                            /** @description those of the waiting ones that failed before */
                            retrying: number;
                            waiting: number;
                        }[];
                        /** @description the number of dead jobs that match */
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_installation_jobs_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                    /** @description means all dead jobs of this kind */
                    kind?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_installation_jobs_retry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                    /** @description means all dead jobs of this kind */
                    kind?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_installation_mail_test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        to: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_installation_processes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alive: boolean;
                        host: string;
                        /** Format: uuid */
                        id: string;
                        /** @description whether it is the process that answers */
                        is_this: boolean;
                        jobs: number;
                        /** @enum {unknown} */
                        kind: "serve" | "worker";
                        pid: number;
                        runs: number;
                        /** @description milliseconds since the epoch */
                        seen_at: number;
                        /** @description milliseconds since the epoch */
                        started_at: number;
                        version: string;
                        /** @description whether it does background work */
                        works: boolean;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_key_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_key_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description any of service.workflow, service.workflow.write, service.booster.storage, service.booster.storage.write, service.booster.database, service.booster.database.write, service.chat, service.conversation, service.assistant, service.assistant.write, * */
                    scopes: ("service.workflow" | "service.workflow.write" | "service.booster.storage" | "service.booster.storage.write" | "service.booster.database" | "service.booster.database.write" | "service.chat" | "service.conversation" | "service.assistant" | "service.assistant.write" | "*")[];
                    /** Format: uuid */
                    user_id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        /** @description shown here and never again */
                        key: string;
                        last_used_at: number | null;
                        name: string;
                        scopes: string[];
                        /** Format: uuid */
                        user_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_key_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        last_used_at: number | null;
                        name: string;
                        scopes: string[];
                        /** Format: uuid */
                        user_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_key_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        last_used_at: number | null;
                        name: string;
                        scopes: string[];
                        /** Format: uuid */
                        user_id: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_key_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        last_used_at: number | null;
                        name: string;
                        scopes: string[];
                        /** Format: uuid */
                        user_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_key_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled?: boolean;
                    /** Format: uuid */
                    id: string;
                    name?: string;
                    /** @description any of service.workflow, service.workflow.write, service.booster.storage, service.booster.storage.write, service.booster.database, service.booster.database.write, service.chat, service.conversation, service.assistant, service.assistant.write, * */
                    scopes?: ("service.workflow" | "service.workflow.write" | "service.booster.storage" | "service.booster.storage.write" | "service.booster.database" | "service.booster.database.write" | "service.chat" | "service.conversation" | "service.assistant" | "service.assistant.write" | "*")[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        last_used_at: number | null;
                        name: string;
                        scopes: string[];
                        /** Format: uuid */
                        user_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    tab_id: string;
                    /** Format: uuid */
                    workflow_id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_mcp_server_check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checked_at: number | null;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        enabled: boolean;
                        error: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        /** @description tools that are not offered because they are too many or too large */
                        left_out: number;
                        name: string;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /**
                         * @description for the caller; connect: the server asks for an account, see `connect`
                         * @enum {unknown}
                         */
                        state: "ready" | "unreachable" | "connect";
                        title: string;
                        /** @description tools that the server listed last, disabled ones included */
                        tool_count: number;
                        tools: {
                            description: string;
                            enabled: boolean;
                            /** @description the name that the server gives it */
                            name: string;
                            title: string;
                            /** @description the name for tool.call and assistants */
                            tool: string;
                        }[];
                        /** @description milliseconds since the epoch */
                        updated: number;
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_mcp_server_connect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @description the page of the console that comes afterwards */
                    return_to?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description where the user signs in */
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_mcp_server_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    credential?: "own" | null;
                    credential_id?: string | null;
                    enabled?: boolean;
                    group_id?: string | null;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        write: boolean;
                    }[];
                    /** @description what the names of its tools begin with: lower-case letters, digits and _ */
                    name: string;
                    organization_id?: string | null;
                    sharing?: {
                        user_email: string;
                        write: boolean;
                    }[];
                    title?: string;
                    /** @description where the server speaks streamable HTTP */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checked_at: number | null;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        enabled: boolean;
                        error: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        /** @description tools that are not offered because they are too many or too large */
                        left_out: number;
                        name: string;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /**
                         * @description for the caller; connect: the server asks for an account, see `connect`
                         * @enum {unknown}
                         */
                        state: "ready" | "unreachable" | "connect";
                        title: string;
                        /** @description tools that the server listed last, disabled ones included */
                        tool_count: number;
                        tools: {
                            description: string;
                            enabled: boolean;
                            /** @description the name that the server gives it */
                            name: string;
                            title: string;
                            /** @description the name for tool.call and assistants */
                            tool: string;
                        }[];
                        /** @description milliseconds since the epoch */
                        updated: number;
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_mcp_server_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_mcp_server_enable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description instead of names: all tools that are listed
                     * @constant
                     */
                    all?: true;
                    enabled: boolean;
                    /** Format: uuid */
                    id: string;
                    /** @description tools by the names that the server gives them */
                    names?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checked_at: number | null;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        enabled: boolean;
                        error: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        /** @description tools that are not offered because they are too many or too large */
                        left_out: number;
                        name: string;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /**
                         * @description for the caller; connect: the server asks for an account, see `connect`
                         * @enum {unknown}
                         */
                        state: "ready" | "unreachable" | "connect";
                        title: string;
                        /** @description tools that the server listed last, disabled ones included */
                        tool_count: number;
                        tools: {
                            description: string;
                            enabled: boolean;
                            /** @description the name that the server gives it */
                            name: string;
                            title: string;
                            /** @description the name for tool.call and assistants */
                            tool: string;
                        }[];
                        /** @description milliseconds since the epoch */
                        updated: number;
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_mcp_server_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    limit?: number;
                    skip?: number;
                    /** @description part of name or title */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            checked_at: number | null;
                            /** @description milliseconds since the epoch */
                            created: number;
                            credential: "own" | null;
                            credential_id: string | null;
                            enabled: boolean;
                            error: string | null;
                            /** @description empty for those who may not change it */
                            group_sharing: {
                                /** Format: uuid */
                                group_id: string;
                                write: boolean;
                            }[];
                            /** Format: uuid */
                            id: string;
                            /** @description tools that are not offered because they are too many or too large */
                            left_out: number;
                            name: string;
                            owner: {
                                group_id: string | null;
                                organization_id: string | null;
                                user_id: string | null;
                            };
                            permissions: {
                                use: boolean;
                                write: boolean;
                            };
                            /** @description empty for those who may not change it */
                            sharing: {
                                user_email: string;
                                write: boolean;
                            }[];
                            /**
                             * @description for the caller; connect: the server asks for an account, see `connect`
                             * @enum {unknown}
                             */
                            state: "ready" | "unreachable" | "connect";
                            title: string;
                            /** @description tools that the server listed last, disabled ones included */
                            tool_count: number;
                            /** @description milliseconds since the epoch */
                            updated: number;
                            url: string;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_mcp_server_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checked_at: number | null;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        enabled: boolean;
                        error: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        /** @description tools that are not offered because they are too many or too large */
                        left_out: number;
                        name: string;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /**
                         * @description for the caller; connect: the server asks for an account, see `connect`
                         * @enum {unknown}
                         */
                        state: "ready" | "unreachable" | "connect";
                        title: string;
                        /** @description tools that the server listed last, disabled ones included */
                        tool_count: number;
                        tools: {
                            description: string;
                            enabled: boolean;
                            /** @description the name that the server gives it */
                            name: string;
                            title: string;
                            /** @description the name for tool.call and assistants */
                            tool: string;
                        }[];
                        /** @description milliseconds since the epoch */
                        updated: number;
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_mcp_server_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    credential?: "own" | null;
                    credential_id?: string | null;
                    enabled?: boolean;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        write: boolean;
                    }[];
                    /** Format: uuid */
                    id: string;
                    /** @description what the names of its tools begin with: lower-case letters, digits and _ */
                    name?: string;
                    sharing?: {
                        user_email: string;
                        write: boolean;
                    }[];
                    title?: string;
                    /** @description where the server speaks streamable HTTP */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checked_at: number | null;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credential: "own" | null;
                        credential_id: string | null;
                        enabled: boolean;
                        error: string | null;
                        /** @description empty for those who may not change it */
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        /** @description tools that are not offered because they are too many or too large */
                        left_out: number;
                        name: string;
                        owner: {
                            group_id: string | null;
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            use: boolean;
                            write: boolean;
                        };
                        /** @description empty for those who may not change it */
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /**
                         * @description for the caller; connect: the server asks for an account, see `connect`
                         * @enum {unknown}
                         */
                        state: "ready" | "unreachable" | "connect";
                        title: string;
                        /** @description tools that the server listed last, disabled ones included */
                        tool_count: number;
                        tools: {
                            description: string;
                            enabled: boolean;
                            /** @description the name that the server gives it */
                            name: string;
                            title: string;
                            /** @description the name for tool.call and assistants */
                            tool: string;
                        }[];
                        /** @description milliseconds since the epoch */
                        updated: number;
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_mcp_server_uses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assistants: {
                            assistant: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                            tool: string;
                        }[];
                        workflows: {
                            draft: boolean;
                            published: boolean;
                            tool: string;
                            workflow: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_notification_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_notification_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created: number;
                        /** Format: uuid */
                        id: string;
                        kind: string;
                        link: string | null;
                        read: boolean;
                        text: string;
                        title: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_notification_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created: number;
                        /** Format: uuid */
                        id: string;
                        kind: string;
                        link: string | null;
                        read: boolean;
                        text: string;
                        title: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_notification_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created: number;
                        /** Format: uuid */
                        id: string;
                        kind: string;
                        link: string | null;
                        read: boolean;
                        text: string;
                        title: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_notification_read_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description milliseconds since the epoch */
                    until: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_organization_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_organization_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    credits?: number | null;
                    name: string;
                    storage_quota?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credits: number | null;
                        /** Format: uuid */
                        id: string;
                        members: {
                            /** Format: uuid */
                            user_id: string;
                            write: boolean;
                        }[];
                        name: string;
                        storage_quota: number | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_organization_delete: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_organization_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credits: number | null;
                        /** Format: uuid */
                        id: string;
                        members: {
                            /** Format: uuid */
                            user_id: string;
                            write: boolean;
                        }[];
                        name: string;
                        storage_quota: number | null;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_organization_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credits: number | null;
                        /** Format: uuid */
                        id: string;
                        members: {
                            /** Format: uuid */
                            user_id: string;
                            write: boolean;
                        }[];
                        name: string;
                        storage_quota: number | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_organization_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    limit?: number;
                    skip?: number;
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            organization: {
                                credits: number | null;
                                /** Format: uuid */
                                id: string;
                                members: {
                                    /** Format: uuid */
                                    user_id: string;
                                    write: boolean;
                                }[];
                                name: string;
                                storage_quota: number | null;
                            };
                            panels: number;
                            /** @description bytes */
                            storage_used: number;
                            workflows: number;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_organization_member_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    organization_id: string;
                    /** Format: uuid */
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_organization_member_set: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    organization_id: string;
                    /** Format: uuid */
                    user_id: string;
                    write: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_organization_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    credits?: number | null;
                    /** Format: uuid */
                    id: string;
                    name?: string;
                    storage_quota?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credits: number | null;
                        /** Format: uuid */
                        id: string;
                        members: {
                            /** Format: uuid */
                            user_id: string;
                            write: boolean;
                        }[];
                        name: string;
                        storage_quota: number | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    database?: boolean;
                    enabled?: boolean;
                    file_storage?: {
                        /** @default true */
                        enabled: boolean;
                        /**
                         * @description settings by folder, or * for all other folders
                         * @default {}
                         */
                        folders: {
                            [key: string]: {
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                delete?: "none" | "owner" | "users" | "public";
                                keep_days?: number;
                                keep_without_record?: boolean;
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                list?: "none" | "owner" | "users" | "public";
                                max_file_mb?: number;
                                max_files?: number;
                                max_total_mb?: number;
                                public_links?: boolean;
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                read?: "none" | "owner" | "users" | "public";
                                record_required?: boolean;
                                /** @description accepted files, such as image/*, application/pdf, .csv */
                                types?: string[];
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                update?: "none" | "owner" | "users" | "public";
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                upload?: "none" | "owner" | "users" | "public";
                            };
                        };
                        /** @description 0: only the owner's storage quota applies */
                        limit_mb?: number;
                    };
                    group_id?: string | null;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        write: boolean;
                    }[];
                    name: string;
                    organization_id?: string | null;
                    sharing?: {
                        user_email: string;
                        write: boolean;
                    }[];
                    /** Format: uuid */
                    user_id?: string;
                    webhooks?: {
                        events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
                        secret?: string;
                        url: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        database: boolean;
                        enabled: boolean;
                        file_storage: {
                            /** @default true */
                            enabled: boolean;
                            /**
                             * @description settings by folder, or * for all other folders
                             * @default {}
                             */
                            folders: {
                                [key: string]: {
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    delete?: "none" | "owner" | "users" | "public";
                                    keep_days?: number;
                                    keep_without_record?: boolean;
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    list?: "none" | "owner" | "users" | "public";
                                    max_file_mb?: number;
                                    max_files?: number;
                                    max_total_mb?: number;
                                    public_links?: boolean;
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    read?: "none" | "owner" | "users" | "public";
                                    record_required?: boolean;
                                    /** @description accepted files, such as image/*, application/pdf, .csv */
                                    types?: string[];
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    update?: "none" | "owner" | "users" | "public";
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    upload?: "none" | "owner" | "users" | "public";
                                };
                            };
                            /** @description 0: only the owner's storage quota applies */
                            limit_mb: number;
                        };
                        group_id: string | null;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        name: string;
                        organization_id: string | null;
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @description empty for those who may not change the panel: it holds secrets */
                        webhooks: {
                            events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
                            secret: string;
                            url: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_delete: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_delivery_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_delivery_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempts: number;
                        /** @description milliseconds since the epoch */
                        created: number;
                        event: {
                            id: number;
                            type: string;
                        };
                        /** Format: uuid */
                        id: string;
                        last_error: string | null;
                        last_status: number | null;
                        /** Format: uuid */
                        panel_id: string;
                        /** @enum {unknown} */
                        state: "waiting" | "delivered" | "failed" | "cancelled";
                        /** @description the id of the file or the key of the record; deliveries about one subject are in order */
                        subject: string;
                        /** @description milliseconds since the epoch */
                        updated: number;
                        url: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_delivery_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempts: number;
                        /** @description milliseconds since the epoch */
                        created: number;
                        event: {
                            id: number;
                            type: string;
                        };
                        /** Format: uuid */
                        id: string;
                        last_error: string | null;
                        last_status: number | null;
                        /** Format: uuid */
                        panel_id: string;
                        /** @enum {unknown} */
                        state: "waiting" | "delivered" | "failed" | "cancelled";
                        /** @description the id of the file or the key of the record; deliveries about one subject are in order */
                        subject: string;
                        /** @description milliseconds since the epoch */
                        updated: number;
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_delivery_retry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempts: number;
                        /** @description milliseconds since the epoch */
                        created: number;
                        event: {
                            id: number;
                            type: string;
                        };
                        /** Format: uuid */
                        id: string;
                        last_error: string | null;
                        last_status: number | null;
                        /** Format: uuid */
                        panel_id: string;
                        /** @enum {unknown} */
                        state: "waiting" | "delivered" | "failed" | "cancelled";
                        /** @description the id of the file or the key of the record; deliveries about one subject are in order */
                        subject: string;
                        /** @description milliseconds since the epoch */
                        updated: number;
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_delivery_retry_many: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description a type such as file.stored */
                    event?: string;
                    /** Format: uuid */
                    panel_id: string;
                    /**
                     * @description without it, both
                     * @enum {unknown}
                     */
                    state?: "failed" | "cancelled";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description those whose webhook is no longer in the panel's settings */
                        left_out: number;
                        /** @description at most 1,000; ask again while it is more than 0 */
                        retried: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_files: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    descending?: boolean;
                    /** @description a folder, or a folder and its sub-folders with slashes between them */
                    directory: string;
                    from?: number;
                    limit?: number;
                    /** Format: uuid */
                    panel_id: string;
                    /** @enum {unknown} */
                    sort?: "name" | "type" | "size" | "created" | "updated";
                    /** @description a part of the name, in upper or lower case */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        files: {
                            content_type: string;
                            created: number;
                            download_url: string | null;
                            expires_at: string | null;
                            folder: string;
                            /** Format: uuid */
                            id: string;
                            metadata: {
                                [key: string]: unknown;
                            };
                            name: string;
                            owner: string | null;
                            path: string;
                            record: {
                                collection: string;
                                /** Format: uuid */
                                key: string;
                            } | null;
                            sha256: string;
                            /** @description bytes */
                            size: number;
                            updated: number;
                            url: string | null;
                        }[];
                        /** @description all files that match */
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_files_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: string[];
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        done: number;
                        failed: {
                            error: string;
                            /** Format: uuid */
                            id: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_files_ids: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    after?: string;
                    /** @description a folder, or a folder and its sub-folders with slashes between them */
                    directory: string;
                    /** Format: uuid */
                    panel_id: string;
                    /** @description a part of the name, in upper or lower case */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ids: string[];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_files_move: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description a folder, or a folder and its sub-folders with slashes between them */
                    directory: string;
                    ids: string[];
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        done: number;
                        failed: {
                            error: string;
                            /** Format: uuid */
                            id: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        database: boolean;
                        enabled: boolean;
                        file_storage: {
                            /** @default true */
                            enabled: boolean;
                            /**
                             * @description settings by folder, or * for all other folders
                             * @default {}
                             */
                            folders: {
                                [key: string]: {
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    delete?: "none" | "owner" | "users" | "public";
                                    keep_days?: number;
                                    keep_without_record?: boolean;
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    list?: "none" | "owner" | "users" | "public";
                                    max_file_mb?: number;
                                    max_files?: number;
                                    max_total_mb?: number;
                                    public_links?: boolean;
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    read?: "none" | "owner" | "users" | "public";
                                    record_required?: boolean;
                                    /** @description accepted files, such as image/*, application/pdf, .csv */
                                    types?: string[];
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    update?: "none" | "owner" | "users" | "public";
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    upload?: "none" | "owner" | "users" | "public";
                                };
                            };
                            /** @description 0: only the owner's storage quota applies */
                            limit_mb: number;
                        };
                        group_id: string | null;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        name: string;
                        organization_id: string | null;
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @description empty for those who may not change the panel: it holds secrets */
                        webhooks: {
                            events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
                            secret: string;
                            url: string;
                        }[];
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_folders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description empty: the top */
                    directory?: string;
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        folders: {
                            /** @description in it and below it */
                            files: number;
                            has_folders: boolean;
                            name: string;
                            path: string;
                            /** @description bytes, in it and below it */
                            size: number;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        database: boolean;
                        enabled: boolean;
                        file_storage: {
                            /** @default true */
                            enabled: boolean;
                            /**
                             * @description settings by folder, or * for all other folders
                             * @default {}
                             */
                            folders: {
                                [key: string]: {
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    delete?: "none" | "owner" | "users" | "public";
                                    keep_days?: number;
                                    keep_without_record?: boolean;
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    list?: "none" | "owner" | "users" | "public";
                                    max_file_mb?: number;
                                    max_files?: number;
                                    max_total_mb?: number;
                                    public_links?: boolean;
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    read?: "none" | "owner" | "users" | "public";
                                    record_required?: boolean;
                                    /** @description accepted files, such as image/*, application/pdf, .csv */
                                    types?: string[];
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    update?: "none" | "owner" | "users" | "public";
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    upload?: "none" | "owner" | "users" | "public";
                                };
                            };
                            /** @description 0: only the owner's storage quota applies */
                            limit_mb: number;
                        };
                        group_id: string | null;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        name: string;
                        organization_id: string | null;
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @description empty for those who may not change the panel: it holds secrets */
                        webhooks: {
                            events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
                            secret: string;
                            url: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    limit?: number;
                    /** @enum {unknown} */
                    ownership?: "mine" | "shared";
                    skip?: number;
                    /** @description part of the name, or of the name or e-mail address of the creator */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description milliseconds since the epoch */
                            created: number;
                            files: number;
                            /** @description whether the caller may use its records and files */
                            may_use: boolean;
                            /** @description whether the caller may change its settings */
                            may_write: boolean;
                            /** @description whether the caller is an owner, and not one with whom it is shared */
                            owned: boolean;
                            /** @description who created the panel */
                            owner: {
                                email: string;
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                            panel: {
                                database: boolean;
                                enabled: boolean;
                                file_storage: {
                                    /** @default true */
                                    enabled: boolean;
                                    /**
                                     * @description settings by folder, or * for all other folders
                                     * @default {}
                                     */
                                    folders: {
                                        [key: string]: {
                                            /**
                                             * @description who may: none, owner, users (the default), public
                                             * @enum {unknown}
                                             */
                                            delete?: "none" | "owner" | "users" | "public";
                                            keep_days?: number;
                                            keep_without_record?: boolean;
                                            /**
                                             * @description who may: none, owner, users (the default), public
                                             * @enum {unknown}
                                             */
                                            list?: "none" | "owner" | "users" | "public";
                                            max_file_mb?: number;
                                            max_files?: number;
                                            max_total_mb?: number;
                                            public_links?: boolean;
                                            /**
                                             * @description who may: none, owner, users (the default), public
                                             * @enum {unknown}
                                             */
                                            read?: "none" | "owner" | "users" | "public";
                                            record_required?: boolean;
                                            /** @description accepted files, such as image/*, application/pdf, .csv */
                                            types?: string[];
                                            /**
                                             * @description who may: none, owner, users (the default), public
                                             * @enum {unknown}
                                             */
                                            update?: "none" | "owner" | "users" | "public";
                                            /**
                                             * @description who may: none, owner, users (the default), public
                                             * @enum {unknown}
                                             */
                                            upload?: "none" | "owner" | "users" | "public";
                                        };
                                    };
                                    /** @description 0: only the owner's storage quota applies */
                                    limit_mb: number;
                                };
                                group_id: string | null;
                                group_sharing: {
                                    /** Format: uuid */
                                    group_id: string;
                                    write: boolean;
                                }[];
                                /** Format: uuid */
                                id: string;
                                name: string;
                                organization_id: string | null;
                                sharing: {
                                    user_email: string;
                                    write: boolean;
                                }[];
                                /** @description empty for those who may not change the panel: it holds secrets */
                                webhooks: {
                                    events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
                                    secret: string;
                                    url: string;
                                }[];
                            };
                            /** @description at most 10,001 are counted */
                            records: number;
                            /** @description bytes of all files */
                            size: number;
                            /** @description when the settings were last changed, in milliseconds since the epoch */
                            updated: number;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_open: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created: number;
                        direct_upload: boolean;
                        files: number;
                        /** @description the folders that have files, with their bytes; at most 1,000 */
                        folders: {
                            files: number;
                            name: string;
                            size: number;
                        }[];
                        /** @description the longest lifetime that a link to a file can have */
                        link_minutes: number;
                        /** @description whether the caller may use its records and files */
                        may_use: boolean;
                        /** @description whether the caller may change its settings */
                        may_write: boolean;
                        /** @description whether the caller is an owner, and not one with whom it is shared */
                        owned: boolean;
                        /** @description who created the panel */
                        owner: {
                            email: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        panel: {
                            database: boolean;
                            enabled: boolean;
                            file_storage: {
                                /** @default true */
                                enabled: boolean;
                                /**
                                 * @description settings by folder, or * for all other folders
                                 * @default {}
                                 */
                                folders: {
                                    [key: string]: {
                                        /**
                                         * @description who may: none, owner, users (the default), public
                                         * @enum {unknown}
                                         */
                                        delete?: "none" | "owner" | "users" | "public";
                                        keep_days?: number;
                                        keep_without_record?: boolean;
                                        /**
                                         * @description who may: none, owner, users (the default), public
                                         * @enum {unknown}
                                         */
                                        list?: "none" | "owner" | "users" | "public";
                                        max_file_mb?: number;
                                        max_files?: number;
                                        max_total_mb?: number;
                                        public_links?: boolean;
                                        /**
                                         * @description who may: none, owner, users (the default), public
                                         * @enum {unknown}
                                         */
                                        read?: "none" | "owner" | "users" | "public";
                                        record_required?: boolean;
                                        /** @description accepted files, such as image/*, application/pdf, .csv */
                                        types?: string[];
                                        /**
                                         * @description who may: none, owner, users (the default), public
                                         * @enum {unknown}
                                         */
                                        update?: "none" | "owner" | "users" | "public";
                                        /**
                                         * @description who may: none, owner, users (the default), public
                                         * @enum {unknown}
                                         */
                                        upload?: "none" | "owner" | "users" | "public";
                                    };
                                };
                                /** @description 0: only the owner's storage quota applies */
                                limit_mb: number;
                            };
                            group_id: string | null;
                            group_sharing: {
                                /** Format: uuid */
                                group_id: string;
                                write: boolean;
                            }[];
                            /** Format: uuid */
                            id: string;
                            name: string;
                            organization_id: string | null;
                            sharing: {
                                user_email: string;
                                write: boolean;
                            }[];
                            /** @description empty for those who may not change the panel: it holds secrets */
                            webhooks: {
                                events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
                                secret: string;
                                url: string;
                            }[];
                        };
                        /** @description at most 10,001 are counted */
                        records: number;
                        /** @description bytes of all files */
                        size: number;
                        /** @description when the settings were last changed, in milliseconds since the epoch */
                        updated: number;
                        /** @description those that the caller may see and that its events start */
                        workflows: {
                            active: boolean;
                            collection: string | null;
                            events: string[];
                            folder: string | null;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            node_id: string;
                            /** @enum {unknown} */
                            type: "trigger.booster_record" | "trigger.booster_file";
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_owners: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        groups: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                        organizations: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_panel_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    database?: boolean;
                    enabled?: boolean;
                    file_storage?: {
                        /** @default true */
                        enabled: boolean;
                        /**
                         * @description settings by folder, or * for all other folders
                         * @default {}
                         */
                        folders: {
                            [key: string]: {
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                delete?: "none" | "owner" | "users" | "public";
                                keep_days?: number;
                                keep_without_record?: boolean;
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                list?: "none" | "owner" | "users" | "public";
                                max_file_mb?: number;
                                max_files?: number;
                                max_total_mb?: number;
                                public_links?: boolean;
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                read?: "none" | "owner" | "users" | "public";
                                record_required?: boolean;
                                /** @description accepted files, such as image/*, application/pdf, .csv */
                                types?: string[];
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                update?: "none" | "owner" | "users" | "public";
                                /**
                                 * @description who may: none, owner, users (the default), public
                                 * @enum {unknown}
                                 */
                                upload?: "none" | "owner" | "users" | "public";
                            };
                        };
                        /** @description 0: only the owner's storage quota applies */
                        limit_mb?: number;
                    };
                    group_id?: string | null;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        write: boolean;
                    }[];
                    /** Format: uuid */
                    id: string;
                    /** @description refused with 409 unless the panel was last updated at this time, as `panel/open` says */
                    if_updated?: number;
                    name?: string;
                    organization_id?: string | null;
                    sharing?: {
                        user_email: string;
                        write: boolean;
                    }[];
                    webhooks?: {
                        events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
                        secret?: string;
                        url: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        database: boolean;
                        enabled: boolean;
                        file_storage: {
                            /** @default true */
                            enabled: boolean;
                            /**
                             * @description settings by folder, or * for all other folders
                             * @default {}
                             */
                            folders: {
                                [key: string]: {
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    delete?: "none" | "owner" | "users" | "public";
                                    keep_days?: number;
                                    keep_without_record?: boolean;
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    list?: "none" | "owner" | "users" | "public";
                                    max_file_mb?: number;
                                    max_files?: number;
                                    max_total_mb?: number;
                                    public_links?: boolean;
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    read?: "none" | "owner" | "users" | "public";
                                    record_required?: boolean;
                                    /** @description accepted files, such as image/*, application/pdf, .csv */
                                    types?: string[];
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    update?: "none" | "owner" | "users" | "public";
                                    /**
                                     * @description who may: none, owner, users (the default), public
                                     * @enum {unknown}
                                     */
                                    upload?: "none" | "owner" | "users" | "public";
                                };
                            };
                            /** @description 0: only the owner's storage quota applies */
                            limit_mb: number;
                        };
                        group_id: string | null;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        name: string;
                        organization_id: string | null;
                        sharing: {
                            user_email: string;
                            write: boolean;
                        }[];
                        /** @description empty for those who may not change the panel: it holds secrets */
                        webhooks: {
                            events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
                            secret: string;
                            url: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_people_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ids?: string[];
                    limit?: number;
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_people_groups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_presence_set: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    tab_id: string;
                    workflow_id: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_profile_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current?: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_profile_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        admin: boolean;
                        email: string;
                        has_password: boolean;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: {
                            /** @enum {unknown} */
                            workflow: "write" | "read" | "none";
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_profile_usage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credits: number | null;
                        storage_quota: number | null;
                        /** @description bytes */
                        storage_used: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_record_collections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description exists as soon as there is a record in it; no control characters */
                        collection: string;
                        records: number;
                        /** @description when a record in it was last created or changed */
                        updated: number;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_record_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    keys: string[];
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleted: number;
                        refused: {
                            /** Format: uuid */
                            key: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_record_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `next` of the page before */
                    after?: {
                        /** @description milliseconds since 1970 */
                        created: number;
                        /** Format: uuid */
                        key: string;
                    };
                    /** @description exists as soon as there is a record in it; no control characters */
                    collection: string;
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    limit?: number;
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description where the next page begins; null after the last page */
                        next: {
                            /** @description milliseconds since 1970 */
                            created: number;
                            /** Format: uuid */
                            key: string;
                        } | null;
                        /** @description in the order of their creation; fewer than the limit if they are long */
                        records: {
                            /** @description exists as soon as there is a record in it; no control characters */
                            collection: string;
                            /** @description milliseconds since 1970 */
                            created: number;
                            /** @description any JSON object */
                            data: {
                                [key: string]: unknown;
                            };
                            /** Format: uuid */
                            key: string;
                            /** @description milliseconds since 1970 */
                            updated: number;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_record_files: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    key: string;
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        /** Format: uuid */
                        id: string;
                        path: string;
                        /** @description bytes */
                        size: number;
                        /** @description milliseconds since 1970 */
                        updated: number;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_record_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description exists as soon as there is a record in it; no control characters */
                    collection: string;
                    /**
                     * @description What to do with a row whose key exists with other data: refuse it (default), or replace its top-level fields.
                     * @enum {unknown}
                     */
                    existing?: "refuse" | "update";
                    /** Format: uuid */
                    panel_id: string;
                    rows: unknown[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: number;
                        refused: {
                            message: string;
                            /** @description index in `rows` */
                            row: number;
                        }[];
                        /** @description rows that exist already, with the same key and the same data */
                        unchanged: number;
                        updated: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_record_save: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    key: string;
                    /** Format: uuid */
                    panel_id: string;
                    /** @description top-level fields to remove */
                    remove?: string[];
                    /** @description top-level fields to replace */
                    set?: {
                        [key: string]: unknown;
                    };
                    /** @description of the record as it was read: if it was changed since, nothing is saved */
                    updated: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description exists as soon as there is a record in it; no control characters */
                        collection: string;
                        /** @description milliseconds since 1970 */
                        created: number;
                        /** @description any JSON object */
                        data: {
                            [key: string]: unknown;
                        };
                        /** Format: uuid */
                        key: string;
                        /** @description milliseconds since 1970 */
                        updated: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_batch_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    batch_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        action: "replay" | "cancel" | "backfill";
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        /** @description how many of the runs are dealt with */
                        done: number;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        /** @description why runs were refused, for the first 20 of them */
                        refusals: {
                            detail: string;
                            /** Format: uuid */
                            run_id: string;
                        }[];
                        sentence: string;
                        /** @enum {unknown} */
                        status: "running" | "done" | "cancelled";
                        succeeded: number;
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_batch_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    batch_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        action: "replay" | "cancel" | "backfill";
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        /** @description how many of the runs are dealt with */
                        done: number;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        /** @description why runs were refused, for the first 20 of them */
                        refusals: {
                            detail: string;
                            /** Format: uuid */
                            run_id: string;
                        }[];
                        sentence: string;
                        /** @enum {unknown} */
                        status: "running" | "done" | "cancelled";
                        succeeded: number;
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                    /** Format: uuid */
                    run_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active_since: number | null;
                        automatic: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        credits: number;
                        /** @description the number of runs above this one */
                        depth?: number;
                        /** @description when the run may begin, where that is not at once */
                        due_at?: number;
                        error: string;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        input_json: string;
                        is_test: boolean;
                        /** @description by which the settings of the workflow let it be found */
                        labels?: {
                            [key: string]: string;
                        };
                        /** @description when a run that failed will be tried again */
                        next_retry_at?: number;
                        /** @description its place in the queue, where it has a head start or a delay */
                        order_at?: number;
                        organization_id: string | null;
                        output_json: string;
                        /**
                         * Format: uuid
                         * @description the run whose step started this one, which may have been deleted
                         */
                        parent_run_id?: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        replay_of: string | null;
                        revision_id: string | null;
                        /**
                         * Format: uuid
                         * @description the run with which it all began, which may have been deleted
                         */
                        root_run_id?: string;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                        steps: {
                            conversation_id: string | null;
                            error: string;
                            file_ids: string[];
                            finished_at: number | null;
                            handle: string | null;
                            iteration: number[];
                            node_id: string;
                            node_type: string;
                            output_json: string;
                            output_truncated: boolean;
                            /**
                             * @description in tests of a draft: the result was given, and the step was not executed
                             * @constant
                             */
                            pinned?: true;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            text: string;
                            /** @description every try, where there was more than one */
                            tries?: {
                                error: string;
                                finished_at: number | null;
                                /** @description milliseconds since the epoch */
                                started_at: number;
                            }[];
                        }[];
                        trigger_depth: number;
                        trigger_node_id: string;
                        trigger_type: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        version: number | null;
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_cancel_many: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description only counts the runs */
                    dry_run?: boolean;
                    filters?: {
                        automatic?: boolean;
                        /** @description milliseconds since the epoch */
                        from?: number;
                        is_test?: boolean;
                        /** @description labels that a run must have, each with its value */
                        labels?: {
                            [key: string]: string;
                        };
                        parent_iteration?: number[];
                        /** @description the step of the run `parent_run_id` */
                        parent_node_id?: string;
                        /** Format: uuid */
                        parent_run_id?: string;
                        /** Format: uuid */
                        replay_of?: string;
                        status?: ("queued" | "running" | "waiting" | "success" | "failed" | "cancelled")[];
                        /** @description what the id, the error or the input contains, in upper or lower case */
                        text?: string;
                        /** @description milliseconds since the epoch */
                        to?: number;
                        trigger_type?: string[];
                        /** @description a published version, or `draft` */
                        version?: number | "draft";
                        /** Format: uuid */
                        workflow_id?: string;
                    };
                    ids?: string[];
                    /** @description more runs than this are refused */
                    most?: number;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        action: "replay" | "cancel" | "backfill";
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        /** @description how many of the runs are dealt with */
                        done: number;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        /** @description why runs were refused, for the first 20 of them */
                        refusals: {
                            detail: string;
                            /** Format: uuid */
                            run_id: string;
                        }[];
                        sentence: string;
                        /** @enum {unknown} */
                        status: "running" | "done" | "cancelled";
                        succeeded: number;
                        total: number;
                    } | {
                        count: number;
                        /** @description what would happen */
                        sentence: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    automatic?: boolean;
                    /** @description milliseconds since the epoch */
                    from?: number;
                    is_test?: boolean;
                    /** @description labels that a run must have, each with its value */
                    labels?: {
                        [key: string]: string;
                    };
                    parent_iteration?: number[];
                    /** @description the step of the run `parent_run_id` */
                    parent_node_id?: string;
                    /** Format: uuid */
                    parent_run_id?: string;
                    /** Format: uuid */
                    replay_of?: string;
                    status?: ("queued" | "running" | "waiting" | "success" | "failed" | "cancelled")[];
                    /** @description what the id, the error or the input contains, in upper or lower case */
                    text?: string;
                    /** @description milliseconds since the epoch */
                    to?: number;
                    trigger_type?: string[];
                    /** @description a published version, or `draft` */
                    version?: number | "draft";
                    /** Format: uuid */
                    workflow_id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_definition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    run_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        definition: unknown;
                        revision_id: string | null;
                        version: number | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    run_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automatic: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        credits: number;
                        /** @description the number of runs above this one */
                        depth?: number;
                        /** @description when the run may begin, where that is not at once */
                        due_at?: number;
                        error: string;
                        finished_at: number | null;
                        /**
                         * @description what a queued run waits for before it can begin: its time, or a place among the runs of a limit
                         * @enum {unknown}
                         */
                        held?: "time" | "place";
                        /** Format: uuid */
                        id: string;
                        input_json: string;
                        is_test: boolean;
                        /** @description by which the settings of the workflow let it be found */
                        labels?: {
                            [key: string]: string;
                        };
                        /** @description when a run that failed will be tried again */
                        next_retry_at?: number;
                        output_json: string;
                        parent_iteration?: number[];
                        /** @description the step that started the run */
                        parent_node_id?: string;
                        /**
                         * Format: uuid
                         * @description the run whose step started this one, which may have been deleted
                         */
                        parent_run_id?: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        /** @description of a run that is held: the limits that it waits for */
                        places?: {
                            /** @description runs that wait for one, this one included */
                            held: number;
                            limit: number;
                            /** @description runs that have a place */
                            used: number;
                        }[];
                        replay_of: string | null;
                        revision_id: string | null;
                        /**
                         * Format: uuid
                         * @description the run with which it all began, which may have been deleted
                         */
                        root_run_id?: string;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                        steps: {
                            conversation_id: string | null;
                            error: string;
                            file_ids: string[];
                            finished_at: number | null;
                            handle: string | null;
                            iteration: number[];
                            node_id: string;
                            node_type: string;
                            /** @description the length of what is stored of the output */
                            output_characters: number;
                            /** @description the first 2000 characters */
                            output_json: string;
                            output_truncated: boolean;
                            /**
                             * @description in tests of a draft: the result was given, and the step was not executed
                             * @constant
                             */
                            pinned?: true;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            text: string;
                            /** @description every try, where there was more than one */
                            tries?: {
                                error: string;
                                finished_at: number | null;
                                /** @description milliseconds since the epoch */
                                started_at: number;
                            }[];
                        }[];
                        trigger_node_id: string;
                        trigger_type: string;
                        version: number | null;
                        /** Format: uuid */
                        workflow_id: string;
                        workflow_name: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    automatic?: boolean;
                    /** @description the `next` of the page before */
                    before?: string;
                    /** @description milliseconds since the epoch */
                    from?: number;
                    is_test?: boolean;
                    /** @description labels that a run must have, each with its value */
                    labels?: {
                        [key: string]: string;
                    };
                    limit?: number;
                    parent_iteration?: number[];
                    /** @description the step of the run `parent_run_id` */
                    parent_node_id?: string;
                    /** Format: uuid */
                    parent_run_id?: string;
                    /** Format: uuid */
                    replay_of?: string;
                    status?: ("queued" | "running" | "waiting" | "success" | "failed" | "cancelled")[];
                    /** @description what the id, the error or the input contains, in upper or lower case */
                    text?: string;
                    /** @description milliseconds since the epoch */
                    to?: number;
                    trigger_type?: string[];
                    /** @description a published version, or `draft` */
                    version?: number | "draft";
                    /** Format: uuid */
                    workflow_id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            automatic: boolean;
                            created: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                            credits: number;
                            /** @description the number of runs above this one */
                            depth?: number;
                            /** @description when the run may begin, where that is not at once */
                            due_at?: number;
                            error: string;
                            finished_at: number | null;
                            /**
                             * @description what a queued run waits for before it can begin: its time, or a place among the runs of a limit
                             * @enum {unknown}
                             */
                            held?: "time" | "place";
                            /** Format: uuid */
                            id: string;
                            is_test: boolean;
                            /** @description by which the settings of the workflow let it be found */
                            labels?: {
                                [key: string]: string;
                            };
                            /** @description when a run that failed will be tried again */
                            next_retry_at?: number;
                            parent_iteration?: number[];
                            /** @description the step that started the run */
                            parent_node_id?: string;
                            /**
                             * Format: uuid
                             * @description the run whose step started this one, which may have been deleted
                             */
                            parent_run_id?: string;
                            replay_of: string | null;
                            revision_id: string | null;
                            /**
                             * Format: uuid
                             * @description the run with which it all began, which may have been deleted
                             */
                            root_run_id?: string;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                            trigger_node_id: string;
                            trigger_type: string;
                            version: number | null;
                            /** Format: uuid */
                            workflow_id: string;
                            workflow_name: string;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_replay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `failed`, `start`, or the id of a step */
                    from: string;
                    /** @description run input, as the trigger expects it */
                    input?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description whether the steps use the idempotency keys of the repeated run; by default they do, unless it is repeated from the start
                     * @enum {unknown}
                     */
                    keys?: "same" | "new";
                    /** @description only tells which steps would be adopted and executed */
                    plan?: boolean;
                    /** Format: uuid */
                    run_id: string;
                    /** @enum {unknown} */
                    version: "same" | "published" | "draft";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active_since: number | null;
                        automatic: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        credits: number;
                        /** @description the number of runs above this one */
                        depth?: number;
                        /** @description when the run may begin, where that is not at once */
                        due_at?: number;
                        error: string;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        input_json: string;
                        is_test: boolean;
                        /** @description by which the settings of the workflow let it be found */
                        labels?: {
                            [key: string]: string;
                        };
                        /** @description when a run that failed will be tried again */
                        next_retry_at?: number;
                        /** @description its place in the queue, where it has a head start or a delay */
                        order_at?: number;
                        organization_id: string | null;
                        output_json: string;
                        /**
                         * Format: uuid
                         * @description the run whose step started this one, which may have been deleted
                         */
                        parent_run_id?: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        replay_of: string | null;
                        revision_id: string | null;
                        /**
                         * Format: uuid
                         * @description the run with which it all began, which may have been deleted
                         */
                        root_run_id?: string;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                        steps: {
                            conversation_id: string | null;
                            error: string;
                            file_ids: string[];
                            finished_at: number | null;
                            handle: string | null;
                            iteration: number[];
                            node_id: string;
                            node_type: string;
                            output_json: string;
                            output_truncated: boolean;
                            /**
                             * @description in tests of a draft: the result was given, and the step was not executed
                             * @constant
                             */
                            pinned?: true;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            text: string;
                            /** @description every try, where there was more than one */
                            tries?: {
                                error: string;
                                finished_at: number | null;
                                /** @description milliseconds since the epoch */
                                started_at: number;
                            }[];
                        }[];
                        trigger_depth: number;
                        trigger_node_id: string;
                        trigger_type: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        version: number | null;
                        /** Format: uuid */
                        workflow_id: string;
                    } | {
                        adopted: {
                            /** @description whether the step reaches out of the run */
                            effect: boolean;
                            items: number | null;
                            node_id: string;
                            node_type: string;
                        }[];
                        executed: {
                            /** @description whether the step reaches out of the run */
                            effect: boolean;
                            items: number | null;
                            node_id: string;
                            node_type: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_replay_many: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description only counts the runs */
                    dry_run?: boolean;
                    filters?: {
                        automatic?: boolean;
                        /** @description milliseconds since the epoch */
                        from?: number;
                        is_test?: boolean;
                        /** @description labels that a run must have, each with its value */
                        labels?: {
                            [key: string]: string;
                        };
                        parent_iteration?: number[];
                        /** @description the step of the run `parent_run_id` */
                        parent_node_id?: string;
                        /** Format: uuid */
                        parent_run_id?: string;
                        /** Format: uuid */
                        replay_of?: string;
                        status?: ("queued" | "running" | "waiting" | "success" | "failed" | "cancelled")[];
                        /** @description what the id, the error or the input contains, in upper or lower case */
                        text?: string;
                        /** @description milliseconds since the epoch */
                        to?: number;
                        trigger_type?: string[];
                        /** @description a published version, or `draft` */
                        version?: number | "draft";
                        /** Format: uuid */
                        workflow_id?: string;
                    };
                    /** @enum {unknown} */
                    from: "failed" | "start";
                    ids?: string[];
                    /**
                     * @description whether the steps use the idempotency keys of the repeated run; by default they do, unless it is repeated from the start
                     * @enum {unknown}
                     */
                    keys?: "same" | "new";
                    /** @description more runs than this are refused */
                    most?: number;
                    per_minute?: number;
                    /** @enum {unknown} */
                    version: "same" | "published" | "draft";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        action: "replay" | "cancel" | "backfill";
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        /** @description how many of the runs are dealt with */
                        done: number;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        /** @description why runs were refused, for the first 20 of them */
                        refusals: {
                            detail: string;
                            /** Format: uuid */
                            run_id: string;
                        }[];
                        sentence: string;
                        /** @enum {unknown} */
                        status: "running" | "done" | "cancelled";
                        succeeded: number;
                        total: number;
                    } | {
                        count: number;
                        /** @description what would happen */
                        sentence: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_resume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the body of the call, or the data of the event, that the step waits for */
                    body?: unknown;
                    /** @description in loops: the iteration of the step, as the run shows it */
                    iteration?: number[];
                    /** @description the step that waits */
                    node_id: string;
                    /** Format: uuid */
                    run_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active_since: number | null;
                        automatic: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        credits: number;
                        /** @description the number of runs above this one */
                        depth?: number;
                        /** @description when the run may begin, where that is not at once */
                        due_at?: number;
                        error: string;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        input_json: string;
                        is_test: boolean;
                        /** @description by which the settings of the workflow let it be found */
                        labels?: {
                            [key: string]: string;
                        };
                        /** @description when a run that failed will be tried again */
                        next_retry_at?: number;
                        /** @description its place in the queue, where it has a head start or a delay */
                        order_at?: number;
                        organization_id: string | null;
                        output_json: string;
                        /**
                         * Format: uuid
                         * @description the run whose step started this one, which may have been deleted
                         */
                        parent_run_id?: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        replay_of: string | null;
                        revision_id: string | null;
                        /**
                         * Format: uuid
                         * @description the run with which it all began, which may have been deleted
                         */
                        root_run_id?: string;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                        steps: {
                            conversation_id: string | null;
                            error: string;
                            file_ids: string[];
                            finished_at: number | null;
                            handle: string | null;
                            iteration: number[];
                            node_id: string;
                            node_type: string;
                            output_json: string;
                            output_truncated: boolean;
                            /**
                             * @description in tests of a draft: the result was given, and the step was not executed
                             * @constant
                             */
                            pinned?: true;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            text: string;
                            /** @description every try, where there was more than one */
                            tries?: {
                                error: string;
                                finished_at: number | null;
                                /** @description milliseconds since the epoch */
                                started_at: number;
                            }[];
                        }[];
                        trigger_depth: number;
                        trigger_node_id: string;
                        trigger_type: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        version: number | null;
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_resume_run_id_step_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
                secret: string;
                step: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description kept: the run has not come to the step yet
                         * @enum {unknown}
                         */
                        status: "resumed" | "kept";
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_stats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    automatic?: boolean;
                    buckets?: number;
                    /** @description milliseconds since the epoch */
                    from?: number;
                    is_test?: boolean;
                    /** @description labels that a run must have, each with its value */
                    labels?: {
                        [key: string]: string;
                    };
                    parent_iteration?: number[];
                    /** @description the step of the run `parent_run_id` */
                    parent_node_id?: string;
                    /** Format: uuid */
                    parent_run_id?: string;
                    /** Format: uuid */
                    replay_of?: string;
                    status?: ("queued" | "running" | "waiting" | "success" | "failed" | "cancelled")[];
                    /** @description what the id, the error or the input contains, in upper or lower case */
                    text?: string;
                    /** @description milliseconds since the epoch */
                    to?: number;
                    trigger_type?: string[];
                    /** @description a published version, or `draft` */
                    version?: number | "draft";
                    /** Format: uuid */
                    workflow_id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        buckets: {
                            /** @description milliseconds since the epoch */
                            at: number;
                            cancelled: number;
                            failed: number;
                            /** @description queued, running and waiting */
                            open: number;
                            success: number;
                        }[];
                        /** @description milliseconds since the epoch */
                        from: number;
                        /** @description milliseconds since the epoch */
                        to: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_step: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    iteration: number[];
                    node_id: string;
                    /** Format: uuid */
                    run_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        conversation_id: string | null;
                        error: string;
                        file_ids: string[];
                        finished_at: number | null;
                        handle: string | null;
                        iteration: number[];
                        node_id: string;
                        node_type: string;
                        output_json: string;
                        output_truncated: boolean;
                        /**
                         * @description in tests of a draft: the result was given, and the step was not executed
                         * @constant
                         */
                        pinned?: true;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "running" | "waiting" | "success" | "failed" | "skipped";
                        text: string;
                        /** @description every try, where there was more than one */
                        tries?: {
                            error: string;
                            finished_at: number | null;
                            /** @description milliseconds since the epoch */
                            started_at: number;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    data_run_id?: string;
                    /** @description whether steps with effects are executed; otherwise they fail */
                    effects?: boolean;
                    /** @description run input, as the trigger expects it */
                    input?: {
                        [key: string]: unknown;
                    };
                    /** @description with `only`: the items of the loops around the step, by default the first ones */
                    iteration?: number[];
                    /** @description the only step that is executed */
                    only?: string;
                    /** @description by the ids of steps; `id[2]` is the third item of a loop */
                    pins?: {
                        [key: string]: {
                            handle?: string | null;
                            output: unknown;
                        } | {
                            error: string;
                        };
                    };
                    /** @description answers with the events of the run */
                    stream?: boolean;
                    /** @description trigger to start from; default the first manual one, otherwise the first of any type */
                    trigger_node_id?: string;
                    /** @description the last step; what is not before it is not executed */
                    until?: string;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active_since: number | null;
                        automatic: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        credits: number;
                        /** @description the number of runs above this one */
                        depth?: number;
                        /** @description when the run may begin, where that is not at once */
                        due_at?: number;
                        error: string;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        input_json: string;
                        /** @description by which the settings of the workflow let it be found */
                        labels?: {
                            [key: string]: string;
                        };
                        /** @description when a run that failed will be tried again */
                        next_retry_at?: number;
                        /** @description its place in the queue, where it has a head start or a delay */
                        order_at?: number;
                        organization_id: string | null;
                        output_json: string;
                        /**
                         * Format: uuid
                         * @description the run whose step started this one, which may have been deleted
                         */
                        parent_run_id?: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        /**
                         * Format: uuid
                         * @description the run with which it all began, which may have been deleted
                         */
                        root_run_id?: string;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                        steps: {
                            conversation_id: string | null;
                            error: string;
                            file_ids: string[];
                            finished_at: number | null;
                            handle: string | null;
                            iteration: number[];
                            node_id: string;
                            node_type: string;
                            output_json: string;
                            output_truncated: boolean;
                            /**
                             * @description in tests of a draft: the result was given, and the step was not executed
                             * @constant
                             */
                            pinned?: true;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            text: string;
                            /** @description every try, where there was more than one */
                            tries?: {
                                error: string;
                                finished_at: number | null;
                                /** @description milliseconds since the epoch */
                                started_at: number;
                            }[];
                        }[];
                        trigger_depth: number;
                        trigger_node_id: string;
                        trigger_type: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        version: number | null;
                        /** Format: uuid */
                        workflow_id: string;
                    } | unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_run_watch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    run_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_schedule_backfill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description also makes runs for times for which there is one already
                     * @default false
                     */
                    again?: boolean;
                    /** @description only counts the runs */
                    dry_run?: boolean;
                    /** @description milliseconds since the epoch */
                    from: number;
                    /** @description a schedule of the published version */
                    node_id: string;
                    per_minute?: number;
                    /** @description milliseconds since the epoch; this moment itself is not part of the range */
                    to: number;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        action: "replay" | "cancel" | "backfill";
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        /** @description how many of the runs are dealt with */
                        done: number;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        /** @description why runs were refused, for the first 20 of them */
                        refusals: {
                            detail: string;
                            /** Format: uuid */
                            run_id: string;
                        }[];
                        sentence: string;
                        /** @enum {unknown} */
                        status: "running" | "done" | "cancelled";
                        succeeded: number;
                        total: number;
                    } | {
                        count: number;
                        /** @description what would happen */
                        sentence: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_session_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        public_url: string;
                        session_id: string | null;
                        user: {
                            admin: boolean;
                            email: string;
                            has_password: boolean;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            permissions: {
                                /** @enum {unknown} */
                                workflow: "write" | "read" | "none";
                            };
                        };
                        version: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_session_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description another session of the caller
                     */
                    id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_session_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: string;
                        agent: string;
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        current: boolean;
                        /** @description when it ends if nobody uses it */
                        ends_at: number;
                        /** Format: uuid */
                        id: string;
                        /** @description to the minute */
                        last_seen_at: number;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_session_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        public_url: string;
                        session_id: string | null;
                        user: {
                            admin: boolean;
                            email: string;
                            has_password: boolean;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            permissions: {
                                /** @enum {unknown} */
                                workflow: "write" | "read" | "none";
                            };
                        };
                        version: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_session_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        oidc: {
                            /** @description of the identity provider, for its button */
                            name: string;
                        } | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_trigger_poll_now: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    node_id: string;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string | null;
                        /** @description items of the result */
                        found: number;
                        /** @description new items that wait for the next poll */
                        left: number;
                        /** @description items that were not known before */
                        new: number;
                        /** @description milliseconds since the epoch */
                        polled_at: number;
                        /** @description items that existed when the trigger began */
                        skipped: number;
                        /** @description items for which runs were queued */
                        started: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_trigger_poll_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    node_id: string;
                    /** @description instead of those that the node has */
                    params?: {
                        [key: string]: unknown;
                    };
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                        cursor: unknown;
                        error: string | null;
                        items: {
                            cut: boolean;
                            item: unknown;
                            key: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    admin?: boolean;
                    credits?: number | null;
                    /** Format: email */
                    email: string;
                    enabled?: boolean;
                    name: string;
                    password?: string;
                    permissions?: {
                        /** @enum {unknown} */
                        workflow?: "write" | "read" | "none";
                    };
                    storage_quota?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        admin: boolean;
                        credits: number | null;
                        email: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: {
                            /** @enum {unknown} */
                            workflow: "write" | "read" | "none";
                        };
                        storage_quota: number | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_delete: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        admin: boolean;
                        credits: number | null;
                        email: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: {
                            /** @enum {unknown} */
                            workflow: "write" | "read" | "none";
                        };
                        storage_quota: number | null;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        admin: boolean;
                        credits: number | null;
                        email: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: {
                            /** @enum {unknown} */
                            workflow: "write" | "read" | "none";
                        };
                        storage_quota: number | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_invite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    admin?: boolean;
                    credits?: number | null;
                    /**
                     * @description by mail, or as a link in the response; default: by mail when there is a mail server
                     * @enum {unknown}
                     */
                    delivery?: "mail" | "link";
                    /** Format: email */
                    email: string;
                    enabled?: boolean;
                    name: string;
                    permissions?: {
                        /** @enum {unknown} */
                        workflow?: "write" | "read" | "none";
                    };
                    storage_quota?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation: {
                            /** @description milliseconds since the epoch */
                            created_at: number;
                            /** @enum {unknown} */
                            delivery: "mail" | "link";
                            /** @description milliseconds since the epoch */
                            expires_at: number;
                            mailed_at: number | null;
                            /** @enum {unknown} */
                            purpose: "invitation" | "password";
                        };
                        link: string | null;
                        /** Format: uuid */
                        user_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_link_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description by mail, or as a link in the response; default: by mail when there is a mail server
                     * @enum {unknown}
                     */
                    delivery?: "mail" | "link";
                    /** Format: uuid */
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation: {
                            /** @description milliseconds since the epoch */
                            created_at: number;
                            /** @enum {unknown} */
                            delivery: "mail" | "link";
                            /** @description milliseconds since the epoch */
                            expires_at: number;
                            mailed_at: number | null;
                            /** @enum {unknown} */
                            purpose: "invitation" | "password";
                        };
                        link: string | null;
                        /** Format: uuid */
                        user_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_link_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    admin?: boolean;
                    /**
                     * Format: uuid
                     * @description only this user
                     */
                    id?: string;
                    limit?: number;
                    skip?: number;
                    /** @enum {unknown} */
                    state?: "enabled" | "disabled" | "invited";
                    text?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @description milliseconds since the epoch */
                            created: number;
                            groups: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                            }[];
                            has_password: boolean;
                            /** @description whether an identity provider lets the user in */
                            has_provider: boolean;
                            invitation: {
                                /** @description milliseconds since the epoch */
                                created_at: number;
                                /** @enum {unknown} */
                                delivery: "mail" | "link";
                                /** @description milliseconds since the epoch */
                                expires_at: number;
                                mailed_at: number | null;
                                /** @enum {unknown} */
                                purpose: "invitation" | "password";
                            } | null;
                            keys: number;
                            last_seen_at: number | null;
                            organizations: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                write: boolean;
                            }[];
                            /** @description bytes */
                            storage_used: number;
                            user: {
                                admin: boolean;
                                credits: number | null;
                                email: string;
                                enabled: boolean;
                                /** Format: uuid */
                                id: string;
                                name: string;
                                permissions: {
                                    /** @enum {unknown} */
                                    workflow: "write" | "read" | "none";
                                };
                                storage_quota: number | null;
                            };
                        }[];
                        /** @description whether invitations can go by mail */
                        sends_mail: boolean;
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_remains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    user_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description what is deleted with the user; counted up to a limit */
                        deletes: {
                            count: number;
                            what: string;
                        }[];
                        /** @description what the user must not have any more before the deletion; counted up to a limit */
                        prevents: {
                            count: number;
                            what: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_user_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    admin?: boolean;
                    credits?: number | null;
                    /** Format: email */
                    email?: string;
                    enabled?: boolean;
                    /** Format: uuid */
                    id: string;
                    name?: string;
                    password?: string;
                    permissions?: {
                        /** @enum {unknown} */
                        workflow?: "write" | "read" | "none";
                    };
                    storage_quota?: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        admin: boolean;
                        credits: number | null;
                        email: string;
                        enabled: boolean;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        permissions: {
                            /** @enum {unknown} */
                            workflow: "write" | "read" | "none";
                        };
                        storage_quota: number | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_variable_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    /** @description letters, digits and _; templates read it as vars.name */
                    name: string;
                    organization_id?: string | null;
                    /**
                     * @description json is a list, an object, or null
                     * @enum {unknown}
                     */
                    type: "text" | "number" | "boolean" | "json";
                    /** @description fits the type, and has at most 20000 characters of JSON */
                    value: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            user_id: string | null;
                        };
                        description: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        owner: {
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            write: boolean;
                        };
                        /**
                         * @description json is a list, an object, or null
                         * @enum {unknown}
                         */
                        type: "text" | "number" | "boolean" | "json";
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            user_id: string | null;
                        };
                        value: unknown;
                        warning: string | null;
                        /** @description workflows that still refer to the old name, as far as the caller may see them */
                        workflows: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_variable_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @description workflows that refer to it in their draft or published version, as far as the caller may see them */
                        workflows: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_variable_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    limit?: number;
                    organization_id?: string | null;
                    skip?: number;
                    /** @description words of the name or the description */
                    text?: string;
                    /**
                     * @description json is a list, an object, or null
                     * @enum {unknown}
                     */
                    type?: "text" | "number" | "boolean" | "json";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            created: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                user_id: string | null;
                            };
                            description: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            owner: {
                                organization_id: string | null;
                                user_id: string | null;
                            };
                            permissions: {
                                write: boolean;
                            };
                            /**
                             * @description json is a list, an object, or null
                             * @enum {unknown}
                             */
                            type: "text" | "number" | "boolean" | "json";
                            updated: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                user_id: string | null;
                            };
                            value: unknown;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_variable_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            user_id: string | null;
                        };
                        description: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        owner: {
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            write: boolean;
                        };
                        /**
                         * @description json is a list, an object, or null
                         * @enum {unknown}
                         */
                        type: "text" | "number" | "boolean" | "json";
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            user_id: string | null;
                        };
                        value: unknown;
                        /** @description workflows that refer to it in their draft or published version, as far as the caller may see them */
                        workflows: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_variable_override: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description letters, digits and _; templates read it as vars.name */
                    name: string;
                    /** @description null removes the value of the workflow */
                    value: unknown;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variables: {
                            description: string;
                            /** @description the owner's value, where the workflow has another */
                            inherited?: unknown;
                            name: string;
                            /** @enum {unknown} */
                            source: "user" | "organization" | "workflow";
                            /**
                             * @description json is a list, an object, or null
                             * @enum {unknown}
                             */
                            type: "text" | "number" | "boolean" | "json";
                            value: unknown;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_variable_resolve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variables: {
                            description: string;
                            /** @description the owner's value, where the workflow has another */
                            inherited?: unknown;
                            name: string;
                            /** @enum {unknown} */
                            source: "user" | "organization" | "workflow";
                            /**
                             * @description json is a list, an object, or null
                             * @enum {unknown}
                             */
                            type: "text" | "number" | "boolean" | "json";
                            value: unknown;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_variable_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    /** Format: uuid */
                    id: string;
                    /** @description the time of the last change that the caller knows; refused when it has changed since */
                    if_updated?: number;
                    /** @description letters, digits and _; templates read it as vars.name */
                    name?: string;
                    /**
                     * @description json is a list, an object, or null
                     * @enum {unknown}
                     */
                    type?: "text" | "number" | "boolean" | "json";
                    /** @description fits the type, and has at most 20000 characters of JSON */
                    value?: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            user_id: string | null;
                        };
                        description: string;
                        /** Format: uuid */
                        id: string;
                        name: string;
                        owner: {
                            organization_id: string | null;
                            user_id: string | null;
                        };
                        permissions: {
                            write: boolean;
                        };
                        /**
                         * @description json is a list, an object, or null
                         * @enum {unknown}
                         */
                        type: "text" | "number" | "boolean" | "json";
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            user_id: string | null;
                        };
                        value: unknown;
                        warning: string | null;
                        /** @description workflows that still refer to the old name, as far as the caller may see them */
                        workflows: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_view_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {unknown} */
                    page: "runs" | "workflows";
                    /** @description the part of the address behind the question mark */
                    search: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @enum {unknown} */
                        page: "runs" | "workflows";
                        search: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_view_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_view_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    page?: "runs" | "workflows";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        /** @enum {unknown} */
                        page: "runs" | "workflows";
                        search: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_welcome_accept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email?: string;
                    name?: string;
                    password: string;
                    /** @description what follows # in the link */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        public_url: string;
                        session_id: string | null;
                        user: {
                            admin: boolean;
                            email: string;
                            has_password: boolean;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            permissions: {
                                /** @enum {unknown} */
                                workflow: "write" | "read" | "none";
                            };
                        };
                        version: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_welcome_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description what follows # in the link */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        /** @enum {unknown} */
                        purpose: "setup" | "password" | "invitation";
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description nodes and edges; stored as given even when invalid */
                    definition: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: uuid
                     * @description whose variables the definition sees; without it, those of the caller
                     */
                    workflow_id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issues: {
                            edge: {
                                source: string;
                                source_handle: string | null;
                                target: string;
                            } | null;
                            message: string;
                            node_id: string | null;
                            param: string | null;
                            /** @enum {unknown} */
                            severity: "error" | "warning";
                        }[];
                        valid: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_concurrency: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: {
                            /** @description the expression of the key */
                            expression?: string;
                            /** @description the fullest ones, at most 100 */
                            keys: {
                                /** @description runs that wait for one */
                                held: number;
                                /** @description the value of the key; empty for a limit without one */
                                key: string;
                                /** @description runs that have a place */
                                used: number;
                            }[];
                            limit: number;
                            name?: string;
                            /** @enum {unknown} */
                            on_full: "queue" | "skip" | "replace" | "cancel";
                            /** @description how many runs may wait for each key */
                            queued: number;
                            /** @enum {unknown} */
                            scope: "workflow" | "organization";
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_examples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        description: string;
                        document: {
                            /** @description the credentials that the definition names; left out when it names none */
                            credentials?: {
                                hosts: string[];
                                kind: string;
                                name: string;
                            }[];
                            /** @description milliseconds since the epoch */
                            exported_at: number;
                            /** @description for those who may write the workflow */
                            tests?: unknown[];
                            version: string;
                            workflow: {
                                definition: unknown;
                                description: string;
                                /** Format: uuid */
                                from_id: string;
                                name: string;
                                secret_keys: string[];
                            };
                        };
                        features: string[];
                        id: string;
                        title: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_form_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description of the trigger, as far as they are written */
                    params: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the page, whose form leads nowhere */
                        html: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    limit?: number;
                    /** @enum {unknown} */
                    ownership?: "mine" | "shared";
                    skip?: number;
                    /** @enum {unknown} */
                    sort?: "updated" | "name" | "last_run";
                    /**
                     * @description inactive: published and turned off; draft: never published; failing: the last run failed
                     * @enum {unknown}
                     */
                    state?: "active" | "inactive" | "draft" | "failing";
                    /** @description part of the name, the description, or of an id, name, type or tool of a step, in any case */
                    text?: string;
                    /** @description a type such as trigger.webhook */
                    trigger?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            active: boolean;
                            created: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                            /** @description runs that ended or paused in the last 24 hours */
                            day: {
                                failed: number;
                                /** @description 24, the oldest first */
                                hours: {
                                    failed: number;
                                    other: number;
                                    success: number;
                                }[];
                                total: number;
                            };
                            description: string;
                            draft_changed: boolean;
                            /** Format: uuid */
                            id: string;
                            last_run: {
                                credits: number;
                                finished_at: number | null;
                                /** Format: uuid */
                                run_id: string;
                                status: string;
                            } | null;
                            name: string;
                            organization_id: string | null;
                            permissions: {
                                copy: boolean;
                                export: boolean;
                                owner: {
                                    group_id: string | null;
                                    /** Format: uuid */
                                    user_id: string;
                                };
                                run: boolean;
                                write: boolean;
                            };
                            published_at: number | null;
                            published_version: number | null;
                            steps: number;
                            /** @description of the published version, or of the draft when nothing is published */
                            triggers: {
                                last_fired_at: number | null;
                                next_run_at: number | null;
                                node_id: string;
                                type: string;
                            }[];
                            updated: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                            /** @description runs that wait for people */
                            waiting: number;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_listen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    node_id: string;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_open: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        revision_id: string;
                        /** @description when the revision last changed; moves may be merged into a revision */
                        updated: number;
                        workflow: {
                            active: boolean;
                            created: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                            definition: unknown;
                            description: string;
                            group_sharing: {
                                /** Format: uuid */
                                group_id: string;
                                /**
                                 * @description what a read-only share allows beside reading
                                 * @default {}
                                 */
                                scopes: {
                                    "workflow.copy"?: boolean;
                                    "workflow.export"?: boolean;
                                    "workflow.run"?: boolean;
                                };
                                /** @default false */
                                write: boolean;
                            }[];
                            /** Format: uuid */
                            id: string;
                            last_run: {
                                credits: number;
                                finished_at: number | null;
                                /** Format: uuid */
                                run_id: string;
                                status: string;
                            } | null;
                            name: string;
                            organization_id: string | null;
                            permissions: {
                                copy: boolean;
                                export: boolean;
                                owner: {
                                    group_id: string | null;
                                    /** Format: uuid */
                                    user_id: string;
                                };
                                run: boolean;
                                write: boolean;
                            };
                            published_at: number | null;
                            published_version: number | null;
                            run_as: string | null;
                            sharing: {
                                /**
                                 * @description what a read-only share allows beside reading
                                 * @default {}
                                 */
                                scopes: {
                                    "workflow.copy"?: boolean;
                                    "workflow.export"?: boolean;
                                    "workflow.run"?: boolean;
                                };
                                user_email: string;
                                /** @default false */
                                write: boolean;
                            }[];
                            updated: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_owner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    group_id: string | null;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        definition: unknown;
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        last_run: {
                            credits: number;
                            finished_at: number | null;
                            /** Format: uuid */
                            run_id: string;
                            status: string;
                        } | null;
                        name: string;
                        organization_id: string | null;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        sharing: {
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_publication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description of the revisions since the published version */
                        authors: {
                            email: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            revisions: number;
                        }[];
                        changes: {
                            added_edges: number;
                            added_nodes: string[];
                            changed_nodes: string[];
                            removed_edges: number;
                            removed_nodes: string[];
                        };
                        deployment: {
                            active: boolean;
                            draft_changed: boolean;
                            published_at: number | null;
                            published_version: number | null;
                            run_as: string | null;
                            signing_secret: string;
                            triggers: {
                                active: boolean;
                                collection: string | null;
                                folder: string | null;
                                lag_seconds?: number;
                                last_error?: string;
                                last_fired_at: number | null;
                                /** @description milliseconds since the epoch */
                                last_polled_at?: number;
                                next_run_at: number | null;
                                node_id: string;
                                panel_id: string | null;
                                type: string;
                                url: string | null;
                            }[];
                        };
                        /** @description of the draft */
                        forms: {
                            last_called_at: number | null;
                            /** @description of a webhook that accepts more than POST */
                            methods?: string[];
                            name: string;
                            node_id: string;
                            /** @description of a webhook whose calls wait for their runs */
                            reply?: string;
                            url: string | null;
                            /** @description how a webhook checks its senders */
                            verify?: string;
                        }[];
                        issues: {
                            edge: {
                                source: string;
                                source_handle: string | null;
                                target: string;
                            } | null;
                            message: string;
                            node_id: string | null;
                            param: string | null;
                            /** @enum {unknown} */
                            severity: "error" | "warning";
                        }[];
                        published: {
                            /** @description milliseconds since the epoch */
                            at: number;
                            by: {
                                email: string;
                                /** Format: uuid */
                                id: string;
                                name: string;
                            };
                            definition: unknown;
                            note: string;
                            version: number;
                        } | null;
                        run_as: {
                            email: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        } | null;
                        /** @description of the draft */
                        schedules: {
                            cron: string;
                            error: string;
                            next_runs: number[];
                            node_id: string;
                            timezone: string;
                        }[];
                        /** @description of the draft */
                        webhooks: {
                            last_called_at: number | null;
                            /** @description of a webhook that accepts more than POST */
                            methods?: string[];
                            name: string;
                            node_id: string;
                            /** @description of a webhook whose calls wait for their runs */
                            reply?: string;
                            url: string | null;
                            /** @description how a webhook checks its senders */
                            verify?: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_publish_version: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note?: string;
                    version: number;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        draft_changed: boolean;
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        signing_secret: string;
                        triggers: {
                            active: boolean;
                            collection: string | null;
                            folder: string | null;
                            lag_seconds?: number;
                            last_error?: string;
                            last_fired_at: number | null;
                            /** @description milliseconds since the epoch */
                            last_polled_at?: number;
                            next_run_at: number | null;
                            node_id: string;
                            panel_id: string | null;
                            type: string;
                            url: string | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_save: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    base_revision_id: string;
                    /** @description `updated` of the base; with it, changes that only move nodes need no new revision */
                    base_updated?: number;
                    /** @description nodes and edges; stored as given even when invalid */
                    definition?: {
                        [key: string]: unknown;
                    };
                    description?: string;
                    name?: string;
                    /** @enum {unknown} */
                    origin?: "editor";
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issues: {
                            edge: {
                                source: string;
                                source_handle: string | null;
                                target: string;
                            } | null;
                            message: string;
                            node_id: string | null;
                            param: string | null;
                            /** @enum {unknown} */
                            severity: "error" | "warning";
                        }[];
                        /** Format: uuid */
                        revision_id: string;
                        /** @description when the revision last changed; moves may be merged into a revision */
                        updated: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_test: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    test_ids?: string[];
                    /**
                     * @default draft
                     * @enum {unknown}
                     */
                    version?: "draft" | "published";
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        failed: number;
                        passed: number;
                        results: {
                            duration_ms: number;
                            error: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                            passed: boolean;
                            problems: string[];
                            status: string;
                            steps: {
                                error: string;
                                iteration: number[];
                                node_id: string;
                                status: string;
                            }[];
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_test_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    expect?: {
                        /** @description a part of the error */
                        error?: string;
                        /** @description the output of the run; objects may have more members than these */
                        output?: unknown;
                        /** @enum {unknown} */
                        status?: "success" | "failed";
                        /** @description how steps end, by their ids; in a loop, for every item */
                        steps?: {
                            [key: string]: "success" | "failed" | "skipped";
                        };
                    };
                    input?: {
                        [key: string]: unknown;
                    };
                    name: string;
                    /** @description results of steps that are not executed, by their ids; `id[2]` is the third item of a loop */
                    pins?: {
                        [key: string]: {
                            handle?: string | null;
                            output: unknown;
                        } | {
                            error: string;
                        };
                    };
                    trigger_node_id?: string | null;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        expect: {
                            /** @description a part of the error */
                            error?: string;
                            /** @description the output of the run; objects may have more members than these */
                            output?: unknown;
                            /** @enum {unknown} */
                            status?: "success" | "failed";
                            /** @description how steps end, by their ids; in a loop, for every item */
                            steps?: {
                                [key: string]: "success" | "failed" | "skipped";
                            };
                        };
                        /** Format: uuid */
                        id: string;
                        input: unknown;
                        last_problems: string[] | null;
                        last_run_at: number | null;
                        name: string;
                        pins: {
                            [key: string]: {
                                handle?: string | null;
                                output: unknown;
                            } | {
                                error: string;
                            };
                        };
                        trigger_node_id: string | null;
                        /** @description milliseconds since the epoch */
                        updated_at: number;
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_test_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_test_from_run: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** Format: uuid */
                    run_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        expect: {
                            /** @description a part of the error */
                            error?: string;
                            /** @description the output of the run; objects may have more members than these */
                            output?: unknown;
                            /** @enum {unknown} */
                            status?: "success" | "failed";
                            /** @description how steps end, by their ids; in a loop, for every item */
                            steps?: {
                                [key: string]: "success" | "failed" | "skipped";
                            };
                        };
                        /** Format: uuid */
                        id: string;
                        input: unknown;
                        last_problems: string[] | null;
                        last_run_at: number | null;
                        name: string;
                        pins: {
                            [key: string]: {
                                handle?: string | null;
                                output: unknown;
                            } | {
                                error: string;
                            };
                        };
                        trigger_node_id: string | null;
                        /** @description milliseconds since the epoch */
                        updated_at: number;
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_test_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        expect: {
                            /** @description a part of the error */
                            error?: string;
                            /** @description the output of the run; objects may have more members than these */
                            output?: unknown;
                            /** @enum {unknown} */
                            status?: "success" | "failed";
                            /** @description how steps end, by their ids; in a loop, for every item */
                            steps?: {
                                [key: string]: "success" | "failed" | "skipped";
                            };
                        };
                        /** Format: uuid */
                        id: string;
                        input: unknown;
                        last_problems: string[] | null;
                        last_run_at: number | null;
                        name: string;
                        pins: {
                            [key: string]: {
                                handle?: string | null;
                                output: unknown;
                            } | {
                                error: string;
                            };
                        };
                        trigger_node_id: string | null;
                        /** @description milliseconds since the epoch */
                        updated_at: number;
                        /** Format: uuid */
                        workflow_id: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_test_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    expect?: {
                        /** @description a part of the error */
                        error?: string;
                        /** @description the output of the run; objects may have more members than these */
                        output?: unknown;
                        /** @enum {unknown} */
                        status?: "success" | "failed";
                        /** @description how steps end, by their ids; in a loop, for every item */
                        steps?: {
                            [key: string]: "success" | "failed" | "skipped";
                        };
                    };
                    /** Format: uuid */
                    id: string;
                    input?: {
                        [key: string]: unknown;
                    };
                    name?: string;
                    /** @description results of steps that are not executed, by their ids; `id[2]` is the third item of a loop */
                    pins?: {
                        [key: string]: {
                            handle?: string | null;
                            output: unknown;
                        } | {
                            error: string;
                        };
                    };
                    trigger_node_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        expect: {
                            /** @description a part of the error */
                            error?: string;
                            /** @description the output of the run; objects may have more members than these */
                            output?: unknown;
                            /** @enum {unknown} */
                            status?: "success" | "failed";
                            /** @description how steps end, by their ids; in a loop, for every item */
                            steps?: {
                                [key: string]: "success" | "failed" | "skipped";
                            };
                        };
                        /** Format: uuid */
                        id: string;
                        input: unknown;
                        last_problems: string[] | null;
                        last_run_at: number | null;
                        name: string;
                        pins: {
                            [key: string]: {
                                handle?: string | null;
                                output: unknown;
                            } | {
                                error: string;
                            };
                        };
                        trigger_node_id: string | null;
                        /** @description milliseconds since the epoch */
                        updated_at: number;
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1_workflow_versions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description only older versions */
                    before?: number;
                    /** @default 20 */
                    limit?: number;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        at: number;
                        by: {
                            email: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        note: string;
                        version: number;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
