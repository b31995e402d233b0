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
        post: operations["approvalContext"];
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
        post: operations["approvalList"];
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
        post: operations["auditCount"];
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
        post: operations["auditFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/person": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exports what one person did and made: their entries of the audit log, runs, files, records and so on
         * @description Scope `*`, administrators only. Rate tier `default`.
         */
        post: operations["auditPerson"];
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
        post: operations["builderChangeGet"];
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
        post: operations["builderChangeOpen"];
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
        post: operations["builderChangeSettle"];
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
        post: operations["chatStop"];
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
        post: operations["chatStream"];
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
        post: operations["connectorAccount"];
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
        post: operations["connectorCreate"];
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
        post: operations["connectorDelete"];
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
        post: operations["connectorEnable"];
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
        post: operations["connectorFind"];
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
        post: operations["connectorGallery"];
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
        post: operations["connectorGet"];
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
        post: operations["connectorOperation"];
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
        post: operations["connectorOperations"];
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
        post: operations["connectorPreview"];
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
        post: operations["connectorRefresh"];
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
        post: operations["connectorRefreshApply"];
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
        post: operations["connectorUpdate"];
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
        post: operations["connectorUses"];
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
        post: operations["conversationGet"];
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
        post: operations["conversationList"];
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
        post: operations["conversationRename"];
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
        post: operations["credentialConnect"];
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
        post: operations["credentialCreate"];
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
        post: operations["credentialDelete"];
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
        post: operations["credentialDisconnect"];
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
        post: operations["credentialFind"];
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
        post: operations["credentialGet"];
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
        post: operations["credentialKinds"];
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
        post: operations["credentialTest"];
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
        post: operations["credentialUpdate"];
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
        post: operations["credentialUses"];
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
        post: operations["eventSend"];
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
        post: operations["fileCount"];
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
        post: operations["fileDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/file/end_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends all links of one of the caller's files, and answers with the file and its new link
         * @description A link lives as long as its file: a file of the user until it is deleted, a file of a run as long as the run is kept. This ends it before. It also takes the files that runs of the caller made; what was stored of these runs keeps the ended link.
         *
         *     Scope `*`. Rate tier `default`.
         */
        post: operations["fileEndLinks"];
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
        post: operations["fileFind"];
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
        post: operations["fileGet"];
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
        post: operations["fileUpload"];
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
        post: operations["find"];
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
        post: operations["groupCount"];
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
        post: operations["groupCreate"];
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
        post: operations["groupDelete"];
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
        post: operations["groupFind"];
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
        post: operations["groupGet"];
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
        post: operations["groupList"];
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
        post: operations["groupMemberRemove"];
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
        post: operations["groupMemberSet"];
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
        post: operations["groupUpdate"];
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
        post: operations["installationCheck"];
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
        post: operations["installationGet"];
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
        post: operations["installationJobs"];
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
        post: operations["installationJobsDelete"];
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
        post: operations["installationJobsRetry"];
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
        post: operations["installationMailTest"];
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
        post: operations["installationProcesses"];
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
        post: operations["keyCount"];
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
        post: operations["keyCreate"];
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
        post: operations["keyDelete"];
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
        post: operations["keyFind"];
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
        post: operations["keyGet"];
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
        post: operations["keyUpdate"];
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
        post: operations["live"];
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
        post: operations["mcpServerCheck"];
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
        post: operations["mcpServerConnect"];
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
        post: operations["mcpServerCreate"];
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
        post: operations["mcpServerDelete"];
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
        post: operations["mcpServerEnable"];
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
        post: operations["mcpServerFind"];
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
        post: operations["mcpServerGet"];
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
        post: operations["mcpServerUpdate"];
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
        post: operations["mcpServerUses"];
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
        post: operations["notificationCount"];
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
        post: operations["notificationFind"];
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
        post: operations["notificationGet"];
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
        post: operations["notificationRead"];
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
        post: operations["notificationReadAll"];
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
        post: operations["organizationCount"];
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
        post: operations["organizationCreate"];
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
        post: operations["organizationDelete"];
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
        post: operations["organizationFind"];
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
        post: operations["organizationGet"];
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
        post: operations["organizationList"];
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
        post: operations["organizationMemberRemove"];
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
        post: operations["organizationMemberSet"];
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
        post: operations["organizationUpdate"];
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
        post: operations["panelCount"];
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
        post: operations["panelCreate"];
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
        post: operations["panelDelete"];
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
        post: operations["panelDeliveryCount"];
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
        post: operations["panelDeliveryFind"];
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
        post: operations["panelDeliveryGet"];
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
        post: operations["panelDeliveryRetry"];
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
        post: operations["panelDeliveryRetryMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one file, with who uploaded it
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["panelFile"];
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
        post: operations["panelFiles"];
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
        post: operations["panelFilesDelete"];
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
        post: operations["panelFilesIds"];
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
        post: operations["panelFilesMove"];
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
        post: operations["panelFind"];
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
        post: operations["panelFolders"];
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
        post: operations["panelGet"];
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
        post: operations["panelList"];
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
        post: operations["panelOpen"];
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
        post: operations["panelOwners"];
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
        post: operations["panelUpdate"];
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
        post: operations["peopleFind"];
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
         * Lists the names of the own groups, and of the groups of people with whom one shares an organization
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["peopleGroups"];
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
        post: operations["presenceSet"];
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
        post: operations["profilePassword"];
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
        post: operations["profileUpdate"];
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
        post: operations["profileUsage"];
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
        post: operations["recordCollections"];
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
        post: operations["recordDelete"];
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
        post: operations["recordExport"];
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
        post: operations["recordFiles"];
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
        post: operations["recordImport"];
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
        post: operations["recordSave"];
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
        post: operations["runBatchCancel"];
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
        post: operations["runBatchGet"];
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
        post: operations["runCancel"];
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
        post: operations["runCancelMany"];
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
        post: operations["runCount"];
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
        post: operations["runDefinition"];
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
        post: operations["runGet"];
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
         * Lists the runs of the user and of the workflows that they may change, newest first, without their steps
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["runList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/of_file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the runs that a stored file of a panel has started, and how they stand
         * @description For everybody who may read the file, or upload into its folder. Changes of the last 7 days count.
         *
         *     Scope `*`. Rate tier `high`.
         */
        post: operations["runOfFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/of_record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the runs that a record of a panel has started, and how they stand
         * @description For everybody who may use the panel. Changes of the last 7 days count.
         *
         *     Scope `*`. Rate tier `high`.
         */
        post: operations["runOfRecord"];
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
        post: operations["runReplay"];
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
        post: operations["runReplayMany"];
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
        post: operations["runResume"];
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
         * @description No key: the address carries the permission. Rate tier `webhook`.
         */
        post: operations["runResumeLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Runs the published version or the draft, and answers when the run has ended or at once
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["runStart"];
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
        post: operations["runStats"];
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
        post: operations["runStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/run/step/params": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the params of a step as its templates were rendered, with secrets masked
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["runStepParams"];
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
        post: operations["runTest"];
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
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["runWatch"];
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
        post: operations["scheduleBackfill"];
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
        post: operations["sessionCreate"];
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
        post: operations["sessionDelete"];
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
        post: operations["sessionFind"];
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
        post: operations["sessionGet"];
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
        post: operations["sessionOptions"];
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
        post: operations["triggerPollNow"];
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
        post: operations["triggerPollPreview"];
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
        post: operations["userCount"];
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
        post: operations["userCreate"];
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
        post: operations["userDelete"];
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
        post: operations["userFind"];
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
        post: operations["userGet"];
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
        post: operations["userInvite"];
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
        post: operations["userLinkCreate"];
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
        post: operations["userLinkRevoke"];
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
        post: operations["userList"];
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
        post: operations["userRemains"];
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
        post: operations["userUpdate"];
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
        post: operations["variableCreate"];
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
        post: operations["variableDelete"];
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
        post: operations["variableFind"];
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
        post: operations["variableGet"];
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
        post: operations["variableOverride"];
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
        post: operations["variableResolve"];
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
        post: operations["variableUpdate"];
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
        post: operations["viewCreate"];
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
        post: operations["viewDelete"];
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
        post: operations["viewFind"];
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
        post: operations["welcomeAccept"];
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
        post: operations["welcomeGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the node types and tools of which workflows consist, with the schemas of what they give
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["workflowCatalog"];
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
        post: operations["workflowCheck"];
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
        post: operations["workflowConcurrency"];
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
        post: operations["workflowExamples"];
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
        post: operations["workflowFormPreview"];
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
        post: operations["workflowList"];
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
        post: operations["workflowListen"];
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
        post: operations["workflowOpen"];
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
        post: operations["workflowOwner"];
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
        post: operations["workflowPublication"];
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
        post: operations["workflowPublishVersion"];
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
        post: operations["workflowSave"];
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
        post: operations["workflowTest"];
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
        post: operations["workflowTestCreate"];
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
        post: operations["workflowTestDelete"];
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
         * Makes a test from a run: its input, the results of its effects, which steps ran, what each effect was asked to do, and how it ended
         * @description Scope `*`. Rate tier `default`.
         */
        post: operations["workflowTestFromRun"];
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
        post: operations["workflowTestList"];
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
        post: operations["workflowTestUpdate"];
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
        post: operations["workflowVersions"];
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
        Accepted: {
            /**
             * @description Always true: a request that is not accepted gets an error.
             * @constant
             */
            accepted: true;
        };
        AccountSetting: {
            /** @description values by the names that `credential/kinds` lists */
            fields: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
        };
        AddressedTrigger: {
            /** @description When it was last called; null: never. */
            last_called_at: number | null;
            /** @description of a webhook that accepts more than POST */
            methods?: string[];
            name: string;
            /** @description The id of the step. */
            node_id: string;
            /** @description of a webhook whose calls wait for their runs */
            reply?: string;
            /** @description null until it is published */
            url: string | null;
            /** @description how a webhook checks its senders */
            verify?: string;
        };
        ApiKey: {
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description Whether it can be used. */
            enabled: boolean;
            /** Format: uuid */
            id: string;
            /** @description to the minute; null means never */
            last_used_at: number | null;
            name: string;
            /** @description What the key may be used for. */
            scopes: string[];
            /**
             * Format: uuid
             * @description The user whose key it is.
             */
            user_id: string;
        };
        ApprovalContext: {
            /** @description who may decide it */
            assignees: components["schemas"]["ApprovalPerson"][];
            /** @description the time of the service, by which the deadline counts */
            now: number;
            run: {
                /** @description On whose behalf the run asks. */
                asked_by: components["schemas"]["ApprovalPerson"];
                /** Format: uuid */
                id: string;
                /** @description whether the caller may read the run with its inputs and outputs */
                may_read: boolean;
                /** @description When it started; null: it has not. */
                started_at: number | null;
            };
            steps: {
                /** @description When it ended; null: it has not. */
                finished_at: number | null;
                name: string;
                /** @description The id of the step. */
                node_id: string;
                /** @description When it started; null: it has not. */
                started_at: number | null;
                /**
                 * @description `skipped`: no edge led to it. `waiting`: it waits for a person, a time or a call.
                 * @enum {string}
                 */
                status: "running" | "waiting" | "success" | "failed" | "skipped";
                type: string;
            }[];
        };
        ApprovalId: {
            /** Format: uuid */
            approval_id: string;
        };
        ApprovalPerson: {
            email: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        Attachment: {
            /** @description The media type of the file. */
            content_type: string;
            /** Format: uuid */
            file_id: string;
            /** @description A link with which the file can be downloaded. */
            file_url: string;
            /** @description The name of the file. */
            filename: string;
            /** @description The size in bytes. */
            size: number;
        };
        AuditEvent: {
            /** @description one of session.create, session.refused, session.delete, password.change, link.accept, key.create, key.update, key.delete, user.create, user.update, user.enable, user.disable, user.delete, user.export, user.invite, user.reset, user.revoke, group.create, group.update, group.delete, group.member.set, group.member.remove, organization.create, organization.update, organization.delete, organization.member.set, organization.member.remove, workflow.create, workflow.import, workflow.copy, workflow.update, workflow.restore, workflow.export, workflow.share, workflow.owner, workflow.publish, workflow.activate, workflow.deactivate, workflow.regenerate, workflow.delete, workflow.poll, test.create, test.update, test.delete, test.run, panel.create, panel.update, panel.share, panel.delete, delivery.retry, record.delete, record.import, record.export, file.replace, file.update, file.delete, file.end-links, connector.create, connector.update, connector.share, connector.enable, connector.refresh, connector.delete, mcp_server.create, mcp_server.update, mcp_server.share, mcp_server.delete, assistant.create, assistant.update, assistant.share, assistant.delete, conversation.delete, variable.create, variable.update, variable.delete, variable.override, credential.create, credential.update, credential.share, credential.delete, credential.test, credential.refuse, credential.connect, credential.disconnect, approval.approve, approval.reject, event.send, run.resume, run.cancel, run.delete, batch.create, batch.cancel, job.retry, job.delete, mail.test */
            action: string;
            /** @description Who did it. */
            actor: {
                /** @description as it was then */
                email: string;
                id: string | null;
                /** @description as it was then */
                name: string;
            };
            /** @description the IP address of the request */
            address: string | null;
            /** @description milliseconds since the epoch */
            at: number;
            /** @description what changed, without secrets */
            details: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            id: string;
            /** @description The API key of the request, with its name as it was then; null: it had none. */
            key: {
                /** Format: uuid */
                id: string;
                name: string | null;
            } | null;
            /** @description What was changed. */
            subject: {
                id: string | null;
                /** @description one of user, key, group, organization, workflow, test, panel, record, file, connector, mcp_server, assistant, conversation, credential, variable, approval, event, run, batch, job */
                kind: string;
                /** @description as it was then */
                name: string;
            };
            /**
             * @description how the actor was known: signed in, by a key, on the command line, or not at all
             * @enum {string}
             */
            via: "session" | "key" | "command" | "none";
        };
        BackfillRequest: {
            /**
             * @description also makes runs for times for which there is one already
             * @default false
             */
            again?: boolean;
            /** @description Whether to count only, and to do nothing. */
            dry_run?: boolean;
            /** @description Milliseconds since 1970; this moment is part of the range. */
            from: number;
            /** @description a schedule of the published version */
            node_id: string;
            /** @description How many are started a minute. */
            per_minute?: number;
            /** @description milliseconds since the epoch; this moment itself is not part of the range */
            to: number;
            /** Format: uuid */
            workflow_id: string;
        };
        BuilderChange: {
            /** @description The workflow as the change made it, or would make it. */
            after: components["schemas"]["BuilderContent"];
            before: components["schemas"]["BuilderContent"];
            /** @description milliseconds since the epoch */
            created: number;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "edit" | "proposal";
            /** @description the revision that an edit made */
            revision_id: string | null;
            /** @enum {string} */
            state: "open" | "kept" | "undone" | "applied" | "dismissed";
            /** Format: uuid */
            workflow_id: string;
        };
        BuilderContent: {
            /** @description The definition: the steps and the edges between them. */
            definition: unknown;
            description: string;
            name: string;
        };
        CancelManyRequest: {
            /** @description only counts the runs */
            dry_run?: boolean;
            /** @description All runs that fit these, instead of `ids`. */
            filters?: components["schemas"]["RunFilters"];
            ids?: string[];
            /** @description more runs than this are refused */
            most?: number;
            /** @description why, for those who read about it later */
            reason?: string;
        };
        ChangeId: {
            /** Format: uuid */
            change_id: string;
        };
        ChangeSettling: {
            /** Format: uuid */
            change_id: string;
            /**
             * @description kept or undone for edits, applied or dismissed for proposals
             * @enum {string}
             */
            state: "kept" | "undone" | "applied" | "dismissed";
        };
        ChatStop: {
            /** @description false: there is nothing to stop, because the answer has come or failed */
            stopping: boolean;
        };
        CollectionsQuery: {
            /** Format: uuid */
            panel_id: string;
        };
        CollectionSummary: {
            /** @description The collection of the record. */
            collection: string;
            /** @description How many records there are. */
            records: number;
            /** @description when a record in it was last created or changed */
            updated: number;
        };
        ConcurrencyRule: {
            /** @description the expression of the key */
            expression?: string;
            /** @description the fullest ones, at most 100 */
            keys: components["schemas"]["ConcurrencyUse"][];
            /** @description How many runs may execute at once. */
            limit: number;
            name?: string;
            /**
             * @description What happens to a run for which there is no place.
             * @enum {string}
             */
            on_full: "queue" | "skip" | "replace" | "cancel";
            /** @description how many runs may wait for each key */
            queued: number;
            /**
             * @description Whether the workflow has the limit alone, or shares it in its organization.
             * @enum {string}
             */
            scope: "workflow" | "organization";
        };
        ConcurrencyUse: {
            /** @description runs that wait for one */
            held: number;
            /** @description the value of the key; empty for a limit without one */
            key: string;
            /** @description runs that have a place */
            used: number;
        };
        ConnectionGroupShare: {
            /** Format: uuid */
            group_id: string;
            /** @description Whether they may also change it. */
            write: boolean;
        };
        ConnectionUserShare: {
            /** @description The e-mail address of the user whom it is shared with. */
            user_email: string;
            /** @description Whether they may also change it. */
            write: boolean;
        };
        Connector: {
            /** @description Hosts, with their port if it is not the usual one, to which operations with servers of their own may go although the connector has another base URL than its document. */
            allowed_hosts: string[];
            /** @description The address that the paths of the operations follow. */
            base_url: string;
            /** @description milliseconds since the epoch */
            created: number;
            /** @description `own`: every user connects an account of their own; null: all use the same credential, or none. */
            credential: "own" | null;
            /** @description The id of the credential that is used; null: none. */
            credential_id: string | null;
            description: string;
            document: {
                /**
                 * @description The format of the document.
                 * @enum {string}
                 */
                format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
                /** @description when it was read, in milliseconds since the epoch */
                read: number;
                /** @description The SHA-256 of its content, in hexadecimal. */
                sha256: string;
                /** @description The size in bytes. */
                size: number;
                title: string;
                url: string | null;
                /** @description of the API */
                version: string;
            };
            /** @description operations that are tools */
            enabled: number;
            /** @description The name of the entry in the gallery that it was made from. */
            gallery: string | null;
            /** @description empty for those who may not change it */
            group_sharing: components["schemas"]["ConnectionGroupShare"][];
            /** Format: uuid */
            id: string;
            name: string;
            /** @description How many operations there are. */
            operations: number;
            /** @description Who owns it: a user, a group or an organization. */
            owner: {
                /** @description The group; null: it is not a group. */
                group_id: string | null;
                /** @description The organization; null: it is not an organization. */
                organization_id: string | null;
                /** @description The user; null: it is not a user. */
                user_id: string | null;
            };
            /** @description How lists are read page by page; null: they are not. */
            pagination: (components["schemas"]["LinkPaging"] | components["schemas"]["CursorPaging"] | {
                /** @description the number of the first page */
                first: number;
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items: string | null;
                /** @constant */
                kind: "page";
                /** @description the name of the param */
                param: string;
            } | {
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items: string | null;
                /** @constant */
                kind: "offset";
                /** @description the name of the param */
                param: string;
            }) | null;
            /** @description What the caller may do with it. */
            permissions: {
                /** @description Whether the caller may use it. */
                use: boolean;
                /** @description Whether the caller may change it. */
                write: boolean;
            };
            /** @description How often it may be called; null: no limit. */
            rate: components["schemas"]["ConnectorRate"] | null;
            /** @description How the API lets callers in. */
            security: components["schemas"]["ConnectorSecurity"][];
            /** @description empty for those who may not change it */
            sharing: components["schemas"]["ConnectionUserShare"][];
            /** @description How many operations can not be used. */
            skipped_count: number;
            title: string;
            /** @description milliseconds since the epoch */
            updated: number;
            /** @description grows with every change */
            version: number;
        };
        ConnectorCreation: {
            /** @description Hosts, with their port if it is not the usual one, to which operations with servers of their own may go although the connector has another base URL than its document. */
            allowed_hosts?: string[];
            /** @description what the paths of operations are added to */
            base_url?: string;
            /** @description everybody connects an account of their own; null for none */
            credential?: "own" | null;
            /** @description the credential that requests are sent with; null for none */
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
            /** @description the owner, instead of the caller */
            group_id?: string | null;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["ConnectionGroupShare"][];
            /** @description what the names of its tools begin with; it stays */
            name: string;
            /** @description the owner, instead of the caller */
            organization_id?: string | null;
            /** @description How lists are read page by page; null: they are not. */
            pagination?: (components["schemas"]["LinkPaging"] | components["schemas"]["CursorPaging"] | {
                /** @description The number of the first page. */
                first?: number;
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items?: string | null;
                /** @constant */
                kind: "page";
                /** @description the name of the param */
                param: string;
            } | {
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items?: string | null;
                /** @constant */
                kind: "offset";
                /** @description the name of the param */
                param: string;
            }) | null;
            /** @description How often it may be called; null: no limit. */
            rate?: components["schemas"]["ConnectorRate"] | null;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["ConnectionUserShare"][];
            title?: string;
            /** @description where the document is read */
            url?: string;
        };
        ConnectorDetails: {
            /** @description the caller's own account there, where the connector asks for one */
            account: {
                /** Format: uuid */
                credential_id: string;
                /** @enum {string} */
                kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                /**
                 * @description connect: see `credential/connect`
                 * @enum {string}
                 */
                state: "ready" | "connect" | "reconnect";
            } | null;
            /** @description Hosts, with their port if it is not the usual one, to which operations with servers of their own may go although the connector has another base URL than its document. */
            allowed_hosts: string[];
            /** @description The address that the paths of the operations follow. */
            base_url: string;
            /** @description milliseconds since the epoch */
            created: number;
            /** @description `own`: every user connects an account of their own; null: all use the same credential, or none. */
            credential: "own" | null;
            /** @description The id of the credential that is used; null: none. */
            credential_id: string | null;
            description: string;
            document: {
                /**
                 * @description The format of the document.
                 * @enum {string}
                 */
                format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
                /** @description when it was read, in milliseconds since the epoch */
                read: number;
                /** @description The SHA-256 of its content, in hexadecimal. */
                sha256: string;
                /** @description The size in bytes. */
                size: number;
                title: string;
                url: string | null;
                /** @description of the API */
                version: string;
            };
            /** @description operations that are tools */
            enabled: number;
            /** @description The name of the entry in the gallery that it was made from. */
            gallery: string | null;
            /** @description empty for those who may not change it */
            group_sharing: components["schemas"]["ConnectionGroupShare"][];
            /** Format: uuid */
            id: string;
            name: string;
            /** @description How many operations there are. */
            operations: number;
            /** @description Who owns it: a user, a group or an organization. */
            owner: {
                /** @description The group; null: it is not a group. */
                group_id: string | null;
                /** @description The organization; null: it is not an organization. */
                organization_id: string | null;
                /** @description The user; null: it is not a user. */
                user_id: string | null;
            };
            /** @description How lists are read page by page; null: they are not. */
            pagination: (components["schemas"]["LinkPaging"] | components["schemas"]["CursorPaging"] | {
                /** @description the number of the first page */
                first: number;
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items: string | null;
                /** @constant */
                kind: "page";
                /** @description the name of the param */
                param: string;
            } | {
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items: string | null;
                /** @constant */
                kind: "offset";
                /** @description the name of the param */
                param: string;
            }) | null;
            /** @description What the caller may do with it. */
            permissions: {
                /** @description Whether the caller may use it. */
                use: boolean;
                /** @description Whether the caller may change it. */
                write: boolean;
            };
            /** @description How often it may be called; null: no limit. */
            rate: components["schemas"]["ConnectorRate"] | null;
            /** @description How the API lets callers in. */
            security: components["schemas"]["ConnectorSecurity"][];
            /** @description empty for those who may not change it */
            sharing: components["schemas"]["ConnectionUserShare"][];
            /** @description What of the document can not be used, and why. */
            skipped: {
                /** @description The HTTP method. */
                method: string;
                path: string;
                /** @description Why. */
                reason: string;
            }[];
            /** @description How many operations can not be used. */
            skipped_count: number;
            tags: {
                count: number;
                /** @description How many of them are tools. */
                enabled: number;
                name: string;
            }[];
            title: string;
            /** @description milliseconds since the epoch */
            updated: number;
            /** @description grows with every change */
            version: number;
        };
        ConnectorId: {
            /** Format: uuid */
            id: string;
        };
        ConnectorList: {
            items: components["schemas"]["Connector"][];
            total: number;
        };
        ConnectorOperation: {
            /** @description Whether the document calls it deprecated. */
            deprecated: boolean;
            description: string;
            /** @description Whether it is a tool. */
            enabled: boolean;
            /** @description The HTTP method. */
            method: string;
            name: string;
            /** @description How its list is read page by page; null: it is not. */
            paging: (components["schemas"]["LinkPaging"] | components["schemas"]["CursorPaging"] | {
                /** @description the number of the first page */
                first: number;
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items: string | null;
                /** @constant */
                kind: "page";
                /** @description the name of the param */
                param: string;
            } | {
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items: string | null;
                /** @constant */
                kind: "offset";
                /** @description the name of the param */
                param: string;
            }) | null;
            path: string;
            /** @description The tags that the document gives it. */
            tags: string[];
            title: string;
            /** @description the name for tool.call and assistants */
            tool: string;
        };
        ConnectorOperationId: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        ConnectorPreview: {
            /** @description null: it must be given */
            base_url: string | null;
            description: string;
            /**
             * @description The format of the document.
             * @enum {string}
             */
            format: "swagger-2.0" | "openapi-3.0" | "openapi-3.1";
            /** @description How many operations there are. */
            operations: number;
            /** @description Hosts of operations with servers of their own. With another `base_url` than that of the document they are called only if `allowed_hosts` has them. */
            other_hosts: {
                /** @description How many operations go there. */
                count: number;
                host: string;
                /** @description The names of the first 100 that go there. */
                operations: string[];
            }[];
            /** @description How the API lets callers in. */
            security: components["schemas"]["ConnectorSecurity"][];
            /** @description What of the document can not be used, and why. */
            skipped: {
                /** @description The HTTP method. */
                method: string;
                path: string;
                /** @description Why. */
                reason: string;
            }[];
            /** @description How many operations can not be used. */
            skipped_count: number;
            tags: {
                count: number;
                name: string;
            }[];
            title: string;
            version: string;
        };
        ConnectorQuery: {
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description How many to leave out at the beginning. */
            skip?: number;
            /** @description parts of name or title */
            text?: string;
        };
        /** @description at most so many calls in any such time, of all processes together */
        ConnectorRate: {
            /** @description How many calls. */
            calls: number;
            /** @description In how many seconds. */
            seconds: number;
        };
        ConnectorRefresh: {
            /** @description The names of the operations that are new. */
            added: string[];
            /** @description Operations that differ, and in what. */
            changed: {
                name: string;
                what: ("params" | "description" | "path")[];
            }[];
            /** Format: uuid */
            refresh_id: string;
            /** @description The names of the operations that are gone. */
            removed: string[];
            /** @description How many operations are the same. */
            unchanged: number;
            /** @description workflows of the caller that use a removed operation */
            used: components["schemas"]["UsingWorkflow"][];
        };
        ConnectorRefreshApplication: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            refresh_id: string;
        };
        ConnectorRefreshRequest: {
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
        ConnectorSecurity: {
            description: string;
            /** @description The fields, by their names. */
            fields: {
                [key: string]: string | string[];
            };
            /**
             * @description the kind of credential that it asks for
             * @enum {string}
             */
            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
            /** @description The security scheme of the document. */
            scheme: string;
        };
        ConnectorUpdate: {
            /** @description Hosts, with their port if it is not the usual one, to which operations with servers of their own may go although the connector has another base URL than its document. */
            allowed_hosts?: string[];
            /** @description what the paths of operations are added to */
            base_url?: string;
            /** @description everybody connects an account of their own; null for none */
            credential?: "own" | null;
            /** @description the credential that requests are sent with; null for none */
            credential_id?: string | null;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["ConnectionGroupShare"][];
            /** Format: uuid */
            id: string;
            /** @description refused with 409 unless this is the present version */
            if_version?: number;
            /** @description How lists are read page by page; null: they are not. */
            pagination?: (components["schemas"]["LinkPaging"] | components["schemas"]["CursorPaging"] | {
                /** @description The number of the first page. */
                first?: number;
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items?: string | null;
                /** @constant */
                kind: "page";
                /** @description the name of the param */
                param: string;
            } | {
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items?: string | null;
                /** @constant */
                kind: "offset";
                /** @description the name of the param */
                param: string;
            }) | null;
            /** @description How often it may be called; null: no limit. */
            rate?: components["schemas"]["ConnectorRate"] | null;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["ConnectionUserShare"][];
            title?: string;
        };
        /** @description Something that happens while a model answers. Every event has every field. */
        ConsoleChatEvent: {
            /** Format: uuid */
            conversation_id: string;
            /** @description The whole answer, in `chat_end`. */
            message: components["schemas"]["Message"] | null;
            /** @description A piece of the answer. Otherwise empty. */
            text: string;
            /** @description The use of a tool, with its params and its result. */
            tool: components["schemas"]["ToolUse"] | null;
            /**
             * @description `chat_start`: the conversation is claimed. `text`: a piece of the answer. `text_restart`: the pieces so far no longer count. `tool_start` and `tool_end`: the assistant uses a tool. `chat_end`: the answer.
             * @enum {string}
             */
            type: "chat_start" | "text" | "text_restart" | "tool_start" | "tool_end" | "chat_end";
        };
        ConsoleChatRequest: {
            /**
             * Format: uuid
             * @description The assistant that answers; without it, a model does.
             */
            assistant_id?: string;
            /**
             * Format: uuid
             * @description the client's own, sent with every message of the conversation
             */
            conversation_id?: string;
            /** @description The files that the message is about. */
            files?: (string | {
                [key: string]: unknown;
            })[];
            /** @description What you say. */
            message: string;
            /** @description id of a model, see /ai_model/get_all */
            model?: string;
            /** @description a builder changes nothing, and stores what it would change as a proposal */
            propose?: boolean;
        };
        /** @description One object of a stream. */
        ConsoleChatStreamObject: {
            /** @description What happened. Empty in objects that only show that the connection is alive, and in one with an error. */
            data: components["schemas"]["ConsoleChatEvent"] | "";
            /** @description Why the stream broke off, in its last object. Otherwise null. */
            error: null | components["schemas"]["StreamFailure"];
            /**
             * @description When it was sent, in milliseconds since 1970.
             * @example 1767225600000
             */
            timestamp: number;
        };
        ConsoleConversation: {
            /** @description what makes an answer at the moment */
            answering: ("chat" | "run") | null;
            /** @description The assistant; null: none. */
            assistant: components["schemas"]["NamedAssistant"] | null;
            /** @description milliseconds since the epoch */
            created: number;
            /** @description of all messages */
            credits: number;
            /** @description Whether there are earlier messages. */
            has_earlier: boolean;
            /** Format: uuid */
            id: string;
            /** @description How many messages it has. */
            message_count: number;
            /** @description the latest, oldest first */
            messages: components["schemas"]["ConsoleMessage"][];
            /** @description the one that was asked last */
            model: string;
            run: components["schemas"]["NamedRun"] | null;
            title: string;
            /** @description what the answer that is being made took so far */
            unfinished: components["schemas"]["ToolUse"][];
            /** @description milliseconds since the epoch */
            updated: number;
        };
        ConsoleMessage: {
            /** @description Markdown */
            content: string;
            /** Format: uuid */
            conversation_id: string;
            /** @description When it was written, in milliseconds since 1970. */
            created: number;
            /** @description The credits that it used. */
            credits: number;
            files: components["schemas"]["Attachment"][];
            /** Format: uuid */
            id: string;
            /** @description The id of the model. */
            model: string | null;
            /** @description Its place in the conversation. */
            position: number;
            /**
             * @description Who wrote it.
             * @enum {string}
             */
            role: "user" | "assistant";
            /** @description what an answer took, in order */
            tools: components["schemas"]["ToolUse"][];
        };
        ConversationId: {
            /** Format: uuid */
            conversation_id: string;
        };
        ConversationListRequest: {
            /** Format: uuid */
            assistant_id?: string;
            /** @description the `next` of the page before */
            before?: string;
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description what the title contains, in upper or lower case */
            text?: string;
        };
        ConversationPage: {
            items: components["schemas"]["ListedConversation"][];
            /** @description Where the next page begins; null: there is none. */
            next: string | null;
        };
        ConversationRequest: {
            /** @description messages before this position */
            before?: number;
            /** Format: uuid */
            conversation_id: string;
            /** @description How many there are at most in the reply. */
            limit?: number;
        };
        ConversationTitle: {
            /** Format: uuid */
            conversation_id: string;
            title: string;
        };
        CreatedKey: {
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description Whether it can be used. */
            enabled: boolean;
            /** Format: uuid */
            id: string;
            /** @description shown here and never again */
            key: string;
            /** @description to the minute; null means never */
            last_used_at: number | null;
            name: string;
            /** @description What the key may be used for. */
            scopes: string[];
            /**
             * Format: uuid
             * @description The user whose key it is.
             */
            user_id: string;
        };
        Credential: {
            /** @description The account that it is connected to; null: none. */
            connected: {
                /** @description The account, as its service names it. */
                account?: string;
                expires_at?: number;
                /** @description What the account allows. */
                scopes?: string[];
            } | null;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["CredentialStamp"];
            description: string;
            /** @description the fields that are set; of a secret one only {set, hint, source} */
            fields: {
                [key: string]: unknown;
            };
            /** @description The groups that it is shared with. */
            group_sharing: components["schemas"]["ConnectionGroupShare"][];
            /** @description The hosts that it may be sent to. */
            hosts: string[];
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
            /** @description When it was last used; null: never. */
            last_used_at: number | null;
            name: string;
            /** @description exactly one of them */
            owner: {
                group_id: string | null;
                /** @description The id of the organization that it belongs to; null: none. */
                organization_id: string | null;
                user_id: string | null;
            };
            /** @description What the caller may do with it. */
            permissions: {
                /** @description Whether the caller may use it. */
                use: boolean;
                /** @description Whether the caller may change it. */
                write: boolean;
            };
            /** @description when the owner is reminded to replace the secret */
            rotate_at: number | null;
            /** @description empty for those who may not change it */
            sharing: components["schemas"]["ConnectionUserShare"][];
            /**
             * @description `ready`: it can be used. The others say what is to be done.
             * @enum {string}
             */
            state: "ready" | "connect" | "reconnect";
            /** @description the fields that {{ secrets.name.field }} may name */
            template_fields: string[];
            /** @description the parts of a request in which {{ secrets.name.field }} may stand; unless given, all for the kind `generic`, and none for the others, which have a place of their own */
            template_places: ("url" | "header" | "body")[];
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["CredentialStamp"];
            /** @description grows with every change */
            version: number;
        };
        CredentialConnection: {
            /** Format: uuid */
            id: string;
            /** @description the path of the console at which the browser goes on; the page of the credential unless given */
            return_to?: string;
        };
        CredentialConnectionReply: {
            /** @description where to send the browser, within 10 minutes */
            url: string;
        };
        CredentialCreation: {
            description?: string;
            /** @description The fields, by their names. */
            fields: {
                [key: string]: unknown;
            };
            group_id?: string | null;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["ConnectionGroupShare"][];
            /** @description The hosts that it may be sent to. */
            hosts: string[];
            /** @enum {string} */
            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
            name: string;
            /** @description The id of the organization that it belongs to; null: none. */
            organization_id?: string | null;
            /** @description When the secret should be replaced; null: never. */
            rotate_at?: number | null;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["ConnectionUserShare"][];
            /** @description the parts of a request in which {{ secrets.name.field }} may stand; unless given, all for the kind `generic`, and none for the others, which have a place of their own */
            template_places?: ("url" | "header" | "body")[];
        };
        CredentialDisconnection: {
            /** Format: uuid */
            id: string;
        };
        CredentialDisconnectionReply: {
            /**
             * @description Always true: a request that is not accepted gets an error.
             * @constant
             */
            accepted: true;
            /** @description whether the authorization server knows that the connection is over */
            revoked: boolean;
        };
        CredentialField: {
            /** @description The allowed values, where there are only some. */
            choices?: string[];
            description: string;
            name: string;
            /** @description Whether it must be given. */
            required: boolean;
            /** @description Whether its value is never shown. */
            secret: boolean;
            title: string;
            /** @enum {string} */
            type: "text" | "long_text" | "choice" | "list" | "number" | "json";
        };
        CredentialId: {
            /** Format: uuid */
            id: string;
        };
        CredentialKind: {
            /** @description whether somebody must connect an account in the browser */
            connectable: boolean;
            description: string;
            /** @description The fields, by their names. */
            fields: components["schemas"]["CredentialField"][];
            /** @enum {string} */
            kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
            /** @description whether it may have further fields of any name, all of them secret texts */
            own_fields: boolean;
            title: string;
        };
        CredentialKinds: {
            /** @description All kinds of credentials. */
            kinds: components["schemas"]["CredentialKind"][];
        };
        CredentialList: {
            items: components["schemas"]["Credential"][];
            total: number;
        };
        CredentialQuery: {
            /** @enum {string} */
            kind?: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description How many to leave out at the beginning. */
            skip?: number;
            /** @description words of the name, the description or a host */
            text?: string;
            /** @description only those that the caller may use */
            usable?: boolean;
        };
        CredentialStamp: {
            /** @description When it happened, in milliseconds since 1970. */
            timestamp: number;
            /** @description Who did it. */
            user_id: string | null;
        };
        CredentialTest: {
            /** Format: uuid */
            id: string;
            /** @description a URL of an allowed host; by default the first page of the first one */
            url?: string;
        };
        CredentialTestResult: {
            message: string;
            /** @description Whether it worked. */
            ok: boolean;
            /** @description The HTTP status of the answer; null: there was none, or none was needed. */
            status: number | null;
        };
        CredentialUpdate: {
            description?: string;
            /** @description a field that is given replaces the old value, null removes it, and the others stay */
            fields?: {
                [key: string]: unknown;
            };
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["ConnectionGroupShare"][];
            /** @description The hosts that it may be sent to. */
            hosts?: string[];
            /** Format: uuid */
            id: string;
            /** @description refused with 409 unless the credential has this version */
            if_version?: number;
            name?: string;
            /** @description When the secret should be replaced; null: never. */
            rotate_at?: number | null;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["ConnectionUserShare"][];
            /** @description the parts of a request in which {{ secrets.name.field }} may stand; unless given, all for the kind `generic`, and none for the others, which have a place of their own */
            template_places?: ("url" | "header" | "body")[];
        };
        CredentialUser: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        CredentialUsers: {
            /** @description The connectors that use it. */
            connectors: components["schemas"]["CredentialUser"][];
            /** @description The MCP servers that use it. */
            mcp_servers: components["schemas"]["CredentialUser"][];
            /** @description Where it was used lately. */
            recent: {
                count: number;
                /** @description The host that it was sent to. */
                host: string;
                /** @description its beginning, in milliseconds since the epoch */
                hour: number;
                /** @description The id of the step. */
                node_id: string | null;
                /** @description how often it was not sent, because the host is not allowed */
                refused: number;
                workflow_id: string | null;
                /** @description null when there is no workflow, or the caller may not see it */
                workflow_name: string | null;
            }[];
            /** @description steps that name it, in workflows that the caller may see */
            workflows: {
                /** @description Whether the draft does. */
                draft: boolean;
                /** Format: uuid */
                id: string;
                name: string;
                /** @description The id of the step. */
                node_id: string;
                /** @description Whether the published version does. */
                published: boolean;
            }[];
        };
        CreditUsage: {
            /** @description what is left; null means unlimited */
            credits: number | null;
            /** @description bytes; null means unlimited */
            storage_quota: number | null;
            /** @description bytes */
            storage_used: number;
        };
        CursorPaging: {
            /** @constant */
            kind: "cursor";
            /** @description JMESPath of the next cursor */
            next: string;
            /** @description the name of the param */
            param: string;
        };
        DeadJob: {
            /** @description How often it was tried. */
            attempts: number;
            /** @description milliseconds since the epoch */
            created_at: number;
            error_kind: string | null;
            /** @description When it was given up. */
            failed_at: number | null;
            /** Format: uuid */
            id: string;
            /** @description the ids in its payload, by their names */
            ids: {
                [key: string]: string;
            };
            kind: string;
        };
        /**
         * @description The steps of a workflow and what leads from one to the next. It is stored as it is sent, even when it is not valid.
         * @example {
         *       "nodes": [
         *         {
         *           "id": "start",
         *           "type": "trigger.manual",
         *           "params": {}
         *         },
         *         {
         *           "id": "total",
         *           "type": "transform",
         *           "params": {
         *             "fields": {
         *               "total": "{{ input.amount * 1.2 }}"
         *             }
         *           }
         *         }
         *       ],
         *       "edges": [
         *         {
         *           "source": "start",
         *           "target": "total"
         *         }
         *       ]
         *     }
         */
        Definition: {
            /** @description What leads from step to step. */
            edges?: components["schemas"]["Edge"][];
            /** @description The steps. */
            nodes?: components["schemas"]["Node"][];
            /** @description How runs of the workflow are queued, repeated, watched and kept. */
            settings?: components["schemas"]["WorkflowSettings"];
        };
        DeletedVariable: {
            /** Format: uuid */
            id: string;
            /** @description workflows that refer to it in their draft or published version, as far as the caller may see them */
            workflows: components["schemas"]["ReferringWorkflow"][];
        };
        DeliveryRetries: {
            /** @description a type such as file.stored */
            event?: string;
            /** Format: uuid */
            panel_id: string;
            /**
             * @description without it, both
             * @enum {string}
             */
            state?: "failed" | "cancelled";
        };
        DeliveryRetry: {
            /** Format: uuid */
            id: string;
        };
        Deployment: {
            /** @description Whether its triggers start runs. */
            active: boolean;
            /** @description Whether the draft differs from the published version. */
            draft_changed: boolean;
            /** @description When it was published; null: never. */
            published_at: number | null;
            /** @description The number of the published version; null: it was never published. */
            published_version: number | null;
            /** @description The id of the user on whose behalf automatic runs execute. */
            run_as: string | null;
            /** @description The secret with which requests of the workflow are signed. */
            signing_secret: string;
            /** @description The triggers of the published version. */
            triggers: {
                /** @description Whether it starts runs. */
                active: boolean;
                /** @description The collection whose changes start runs; null: all. */
                collection: string | null;
                /** @description The folder whose changes start runs; null: all. */
                folder: string | null;
                /** @description How many seconds it is behind. */
                lag_seconds?: number;
                /** @description Why it last failed. */
                last_error?: string;
                /** @description When it last started a run; null: never. */
                last_fired_at: number | null;
                /** @description When it last looked for something new. */
                last_polled_at?: number;
                /** @description When it starts the next run; null: at no known time. */
                next_run_at: number | null;
                /** @description The id of the step. */
                node_id: string;
                /** @description The panel whose changes start runs; null: none. */
                panel_id: string | null;
                type: string;
                /** @description The address of a webhook or form; null: it has none. */
                url: string | null;
            }[];
        };
        DescribedCatalog: {
            /** @description The types of steps. */
            node_types: {
                /**
                 * @description The category under which it is listed.
                 * @enum {string}
                 */
                category: "trigger" | "action" | "logic";
                /** @description true: an edge may also leave without a source_handle */
                default_output?: boolean;
                description: string;
                /** @description The exits to which edges can be attached. Empty: the only one has no name. */
                handles: string[];
                /** @description Whether it begins runs. */
                is_trigger: boolean;
                /** @description The JSON Schema of what it gives. Missing when that depends on its params, or is not known. */
                output_schema?: unknown;
                /** @description The JSON Schema of its params. `x-widget` says how a field is edited where its type does not. */
                params_schema: unknown;
                /** @description Whether no step can follow it. */
                terminal: boolean;
                title: string;
                type: string;
            }[];
            /** @description The tools that steps and assistants can use. */
            tools: {
                /** @description The category under which it is listed. */
                category: string;
                description: string;
                /** @description The name that people see. */
                display_name: string;
                /** @description The name of its icon. */
                icon: string;
                /** @description The JSON Schema of its params. `x-widget` says how a field is edited where its type does not. */
                input_schema: unknown;
                name: string;
                /** @description The JSON Schema of what it gives. Missing when that depends on its params, or is not known. */
                output_schema?: unknown;
            }[];
        };
        DocumentSource: {
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
        DraftTest: {
            /**
             * Format: uuid
             * @description The run whose results are used.
             */
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
                    /** @description The exit by which the step was left; null: the only one. */
                    handle?: string | null;
                    output: unknown;
                } | {
                    /** @description The step fails with this error. */
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
        /** @description Leads from one step to the next. */
        Edge: {
            /** @description The id of the step that it leaves. */
            source: string;
            /** @description The exit of the source, for steps with several, such as `true`, `approved` or `error`. */
            source_handle?: string | null;
            /** @description The id of the step that it leads to. */
            target: string;
        };
        /** @description The body of every refusal. */
        Error: {
            /** @description The name of the error, which stays when its text changes. */
            code: string;
            /** @description What is wrong, as a sentence or a part of one. */
            detail: string;
            /** @description The field of the body that it is about, as a JSON Pointer such as `/fields/value`. */
            field?: string;
        };
        EventRequest: {
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
        ExportDocument: {
            /** @description the credentials that the definition names; left out when it names none */
            credentials?: {
                /** @description The hosts that it may be sent to. */
                hosts: string[];
                kind: string;
                name: string;
            }[];
            /** @description milliseconds since the epoch */
            exported_at: number;
            /** @description for those who may write the workflow */
            tests?: unknown[];
            /** @description The version of the format. */
            version: string;
            workflow: {
                /** @description The definition: the steps and the edges between them. */
                definition: components["schemas"]["Definition"];
                description: string;
                /**
                 * Format: uuid
                 * @description The id of the workflow that was exported.
                 */
                from_id: string;
                name: string;
                /** @description The credentials that have to be chosen again, as `<step>.credential`. */
                secret_keys: string[];
            };
        };
        FileDeletion: {
            ids: string[];
            /** Format: uuid */
            panel_id: string;
        };
        FileIds: {
            ids: string[];
            /** @description Where the next page begins; null: there is none. */
            next: string | null;
        };
        FileIdsQuery: {
            /**
             * Format: uuid
             * @description Where to continue: the `next` of the page before.
             */
            after?: string;
            /** @description a folder, or a folder and its sub-folders with slashes between them */
            directory: string;
            /** Format: uuid */
            panel_id: string;
            /** @description a part of the name, in upper or lower case */
            text?: string;
        };
        FileMove: {
            /** @description a folder, or a folder and its sub-folders with slashes between them */
            directory: string;
            ids: string[];
            /** Format: uuid */
            panel_id: string;
        };
        FileOfRecord: {
            /** @description The media type of the file. */
            content_type: string;
            /** Format: uuid */
            id: string;
            path: string;
            /** @description bytes */
            size: number;
            /** @description In milliseconds since 1970. */
            updated: number;
        };
        FileOutcome: {
            /** @description How many it was done with. */
            done: number;
            /** @description Those that it was refused for, and why. */
            failed: {
                /** @description Why it was refused. */
                error: string;
                /** Format: uuid */
                id: string;
            }[];
            /** @description The ids of the first 100 runs that the change starts. They are queued a moment later, unless their workflow was deactivated or their user may not use the panel. `debounce` and `batch` may merge them into another run. */
            started_runs: string[];
        };
        FilePage: {
            /** @description Those of the part that was asked for, in its order. */
            files: components["schemas"]["PanelFile"][];
            /** @description all files that match */
            total: number;
        };
        FilePageQuery: {
            /** @description Whether the order is reversed. */
            descending?: boolean;
            /** @description a folder, or a folder and its sub-folders with slashes between them */
            directory: string;
            /** @description How many files to leave out at the beginning. */
            from?: number;
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** Format: uuid */
            panel_id: string;
            /** @enum {string} */
            sort?: "name" | "type" | "size" | "created" | "updated";
            /** @description a part of the name, in upper or lower case */
            text?: string;
        };
        FileStorage: {
            /**
             * @description Whether the file storage is on. The endpoints work while it is off, too.
             * @default true
             */
            enabled: boolean;
            /**
             * @description settings by folder, or * for all other folders
             * @default {}
             */
            folders: {
                [key: string]: components["schemas"]["FolderSettings"];
            };
            /** @description How large all files may be together, in MB; 0: no limit of its own. */
            limit_mb: number;
        };
        FileStorageSettings: {
            /**
             * @description Whether the file storage is on. The endpoints work while it is off, too.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description settings by folder, or * for all other folders
             * @default {}
             */
            folders?: {
                [key: string]: components["schemas"]["FolderSettings"];
            };
            /** @description How large all files may be together, in MB; 0: no limit of its own. */
            limit_mb?: number;
        };
        /**
         * @description `[field, operator, value]`. Fields inside objects are written with dots, elements of arrays by their index.
         *     `==`, `!=`: equal or not; `null` stands for a field that is missing or null, and `!=` any other value matches those too.
         *     `<`, `<=`, `>`, `>=`: numbers, times, and texts by code point; in JSON fields only values of the same type match.
         *     `in`, `not_in`: equal to one of an array of values, or to none.
         *     `contains`: a part of a text, or an element of an array.
         *     `regex`: a regular expression of PostgreSQL that is found in the text; a leading `(?i)` ignores case, no other embedded option is allowed.
         *     Identifiers and booleans take `==`, `!=`, `in` and `not_in`; lists of texts take `==`, `!=` and `contains`.
         * @example [
         *       "created.timestamp",
         *       ">=",
         *       1767225600000
         *     ]
         * @example [
         *       "status",
         *       "==",
         *       "failed"
         *     ]
         * @example [
         *       "name",
         *       "regex",
         *       "(?i)^invoice"
         *     ]
         */
        Filter: [
            string,
            "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not_in" | "contains" | "regex",
            unknown
        ];
        Folder: {
            /** @description in it and below it */
            files: number;
            has_folders: boolean;
            name: string;
            path: string;
            /** @description bytes, in it and below it */
            size: number;
        };
        FolderQuery: {
            /** @description empty: the top */
            directory?: string;
            /** Format: uuid */
            panel_id: string;
        };
        Folders: {
            folders: components["schemas"]["Folder"][];
        };
        FolderSettings: {
            /**
             * @description Who may delete files; `none`: nobody, programs included.
             * @enum {string}
             */
            delete?: "none" | "owner" | "users" | "public";
            /** @description After how many days files are deleted. */
            keep_days?: number;
            /** @description Whether files stay when their record is deleted. */
            keep_without_record?: boolean;
            /**
             * @description Who may list files; `none`: nobody, programs included.
             * @enum {string}
             */
            list?: "none" | "owner" | "users" | "public";
            /** @description The greatest size of a file, in MB. */
            max_file_mb?: number;
            /** @description How many files there may be. */
            max_files?: number;
            /** @description How large all files may be together, in MB. */
            max_total_mb?: number;
            /** @description Whether links may be made that never expire. */
            public_links?: boolean;
            /**
             * @description Who may read files; `none`: nobody, programs included.
             * @enum {string}
             */
            read?: "none" | "owner" | "users" | "public";
            /** @description Whether each file must belong to a record. */
            record_required?: boolean;
            /** @description accepted files, such as image/*, application/pdf, .csv */
            types?: string[];
            /**
             * @description Who may change files; `none`: nobody, programs included.
             * @enum {string}
             */
            update?: "none" | "owner" | "users" | "public";
            /**
             * @description Who may upload files; `none`: nobody, programs included.
             * @enum {string}
             */
            upload?: "none" | "owner" | "users" | "public";
        };
        FormPreview: {
            /** @description the page, whose form leads nowhere */
            html: string;
        };
        FormPreviewRequest: {
            /** @description of the trigger, as far as they are written */
            params: {
                [key: string]: unknown;
            };
        };
        Gallery: {
            items: {
                /** @description The kinds of credentials that it takes. */
                auth: ("header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic")[];
                /** @description null: that of the document, or it must be given */
                base_url: string | null;
                categories: string[];
                /** @description The credential that it needs. */
                credential: {
                    /** @description those that are the same for everybody */
                    fields: {
                        [key: string]: string | string[] | {
                            [key: string]: string;
                        };
                    };
                    /** @description where people get what they must enter */
                    hint: string;
                    /** @description The hosts that it may be sent to. */
                    hosts: string[];
                    /** @enum {string} */
                    kind: "header" | "query" | "basic" | "bearer" | "oauth2_client" | "oauth2_code" | "hmac" | "jwt" | "tls" | "generic";
                };
                description: string;
                /** @description The address of the documentation. */
                docs_url: string;
                /** @description The address of the OpenAPI document. */
                document_url: string;
                /** @description The name by which `connector/create` takes it, as `gallery`. */
                slug: string;
                title: string;
            }[];
        };
        GalleryQuery: {
            /** @description words of title, description or categories */
            text?: string;
        };
        Group: {
            /** Format: uuid */
            id: string;
            members: {
                /** Format: uuid */
                user_id: string;
            }[];
            name: string;
        };
        GroupCreation: {
            name: string;
        };
        GroupList: {
            items: components["schemas"]["Group"][];
            total: number;
        };
        GroupListRequest: {
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description How many to leave out at the beginning. */
            skip?: number;
            text?: string;
        };
        GroupMember: {
            /** Format: uuid */
            group_id: string;
            /** Format: uuid */
            user_id: string;
        };
        GroupName: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        GroupRename: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        GroupShare: {
            /** Format: uuid */
            group_id: string;
            scopes: components["schemas"]["ShareScopes"];
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write: boolean;
        };
        Health: {
            /** @description milliseconds since the epoch */
            checked_at: number;
            checks: components["schemas"]["HealthCheck"][];
        };
        HealthCheck: {
            /** @description one word; texts could contain secrets */
            error_kind: string | null;
            /** @enum {string} */
            kind: "database" | "storage" | "mail" | "model" | "mcp_server";
            /** @description of the model or MCP server; what is used, such as s3 or smtp, for the others */
            name: string;
            /** @enum {string} */
            state: "ok" | "failed";
            /** @description How long it took, in milliseconds. */
            took_ms: number;
        };
        HourOfRuns: {
            /** @description How many failed. */
            failed: number;
            /** @description How many ended in another way, or have not ended. */
            other: number;
            /** @description How many succeeded. */
            success: number;
        };
        InboxItem: {
            /** @description On whose behalf the run asks. */
            asked_by: components["schemas"]["ApprovalPerson"];
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description Who decided it; null: nobody has. */
            decided_by: components["schemas"]["ApprovalPerson"] | null;
            /** @description When it ended; null: it has not. */
            ended_at: number | null;
            /** @description milliseconds since the epoch */
            expires_at: number;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "expired" | "cancelled";
            title: string;
            /** Format: uuid */
            workflow_id: string;
            workflow_name: string;
        };
        InboxPage: {
            items: components["schemas"]["InboxItem"][];
            /** @description where the next page begins; a page may be short and still have a next */
            next: string | null;
        };
        InboxRequest: {
            /** @description the `next` of the page before */
            before?: string;
            /** @description How many there are at most in the reply. */
            limit?: number;
            /**
             * @description `decided`: also those that ended without a decision
             * @enum {string}
             */
            state: "waiting" | "decided";
            /** @description what the title, the message, or the name of the workflow or of its user contains */
            text?: string;
        };
        Installation: {
            /** @description The background jobs. */
            jobs: {
                /** @description How many are executed at the moment. */
                active: number;
                /** @description How many were given up. */
                dead: number;
                /** @description How many wait. */
                waiting: number;
            };
            /** @description The version of Node.js. */
            node_version: string;
            /** @description The version of PostgreSQL. */
            postgres_version: string;
            /** @description The address of the service. */
            public_url: string;
            runs: {
                /** @description How many wait for their turn. */
                queued: number;
                /** @description How many are executing. */
                running: number;
                /** @description How many wait. */
                waiting: number;
            };
            settings: components["schemas"]["SettingInEffect"][];
            /** @description The version of Heddle. */
            version: string;
        };
        InstallationProcess: {
            /** @description Whether it has reported lately. */
            alive: boolean;
            /** @description The name of the machine. */
            host: string;
            /** Format: uuid */
            id: string;
            /** @description whether it is the process that answers */
            is_this: boolean;
            /** @description How many background jobs it executes at the moment. */
            jobs: number;
            /** @enum {string} */
            kind: "serve" | "worker";
            /** @description The id of the process on its machine. */
            pid: number;
            /** @description How many runs it executes at the moment. */
            runs: number;
            /** @description When it last reported. */
            seen_at: number;
            /** @description milliseconds since the epoch */
            started_at: number;
            /** @description The version of Heddle. */
            version: string;
            /** @description whether it does background work */
            works: boolean;
        };
        Invitation: {
            /** @description milliseconds since the epoch */
            created_at: number;
            /**
             * @description Whether a mail is sent, or you pass on the link yourself.
             * @enum {string}
             */
            delivery: "mail" | "link";
            /** @description milliseconds since the epoch */
            expires_at: number;
            /** @description When the mail was sent; null: it was not. */
            mailed_at: number | null;
            /**
             * @description What the link is for.
             * @enum {string}
             */
            purpose: "invitation" | "password";
        };
        IssueEdge: {
            /** @description The id of the step that the edge leaves. */
            source: string;
            /** @description The exit of the source; null: the only one. */
            source_handle: string | null;
            /** @description The id of the step that the edge leads to. */
            target: string;
        };
        JobChoice: {
            /** Format: uuid */
            id?: string;
            /** @description means all dead jobs of this kind */
            kind?: string;
        };
        JobKindCounts: {
            /** @description How many are executed at the moment. */
            active: number;
            /** @description How many were given up. */
            dead: number;
            kind: string;
            /** @description those of the waiting ones that failed before */
            retrying: number;
            /** @description How many wait. */
            waiting: number;
        };
        JobList: {
            /** @description Those that used up their attempts, the latest first. */
            dead: components["schemas"]["DeadJob"][];
            /** @description Every kind of job, also those of which there is none. */
            kinds: components["schemas"]["JobKindCounts"][];
            /** @description the number of dead jobs that match */
            total: number;
        };
        JobsChanged: {
            count: number;
        };
        JobsRequest: {
            /** @description lists only dead jobs of this kind */
            kind?: string;
            /**
             * @description How many there are at most in the reply.
             * @default 100
             */
            limit?: number;
            /**
             * @description How many to leave out at the beginning.
             * @default 0
             */
            skip?: number;
        };
        KeyCreation: {
            name: string;
            /** @description What the key may be used for. */
            scopes: ("service.workflow" | "service.workflow.write" | "service.mcp.approval" | "service.booster.storage" | "service.booster.storage.write" | "service.booster.database" | "service.booster.database.write" | "service.chat" | "service.conversation" | "service.assistant" | "service.assistant.write" | "*")[];
            /**
             * Format: uuid
             * @description The user whose key it is; by default the caller.
             */
            user_id?: string;
        };
        KeyDeletion: {
            /** Format: uuid */
            id: string;
        };
        KeyUpdate: {
            /** @description Whether it can be used. */
            enabled?: boolean;
            /** Format: uuid */
            id: string;
            name?: string;
            /** @description What the key may be used for. */
            scopes?: ("service.workflow" | "service.workflow.write" | "service.mcp.approval" | "service.booster.storage" | "service.booster.storage.write" | "service.booster.database" | "service.booster.database.write" | "service.chat" | "service.conversation" | "service.assistant" | "service.assistant.write" | "*")[];
        };
        LastRun: {
            /** @description The credits that it used. */
            credits: number;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** Format: uuid */
            run_id: string;
            /** @description How it ended, or its status. */
            status: string;
        };
        LinkAcceptance: {
            /** Format: email */
            email?: string;
            name?: string;
            password: string;
            /** @description The token of the link. */
            token: string;
        };
        LinkPaging: {
            /** @constant */
            kind: "link";
        };
        LinkRequest: {
            /**
             * @description Whether a mail is sent, or you pass on the link yourself.
             * @enum {string}
             */
            delivery?: "mail" | "link";
            /** Format: uuid */
            user_id: string;
        };
        LinkToken: {
            /** @description The token of the link. */
            token: string;
        };
        ListedConversation: {
            /** @description what makes an answer at the moment */
            answering: ("chat" | "run") | null;
            /** @description The assistant; null: none. */
            assistant: components["schemas"]["NamedAssistant"] | null;
            /** @description milliseconds since the epoch */
            created: number;
            /** Format: uuid */
            id: string;
            /** @description How many messages it has. */
            message_count: number;
            /** @description the one that was asked last */
            model: string;
            run: components["schemas"]["NamedRun"] | null;
            title: string;
            /** @description milliseconds since the epoch */
            updated: number;
        };
        ListedOrganization: {
            organization: components["schemas"]["Organization"];
            /** @description How many panels it has. */
            panels: number;
            /** @description bytes */
            storage_used: number;
            /** @description How many workflows it has. */
            workflows: number;
        };
        ListedSession: {
            /** @description The IP address that it was last used from. */
            address: string;
            /** @description The browser. */
            agent: string;
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description Whether it is the session of this request. */
            current: boolean;
            /** @description when it ends if nobody uses it */
            ends_at: number;
            /** Format: uuid */
            id: string;
            /** @description to the minute */
            last_seen_at: number;
        };
        ListedUser: {
            /** @description milliseconds since the epoch */
            created: number;
            groups: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
            /** @description Whether the user has a password. */
            has_password: boolean;
            /** @description whether an identity provider lets the user in */
            has_provider: boolean;
            /** @description The invitation; null: there is none. */
            invitation: components["schemas"]["Invitation"] | null;
            /** @description How many API keys the user has. */
            keys: number;
            /** @description to the minute, in the console or by a key; null means never */
            last_seen_at: number | null;
            organizations: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @description Whether the user may also change what belongs to it. */
                write: boolean;
            }[];
            /** @description bytes */
            storage_used: number;
            user: components["schemas"]["User"];
        };
        /** @description What became of waiting for a call. */
        ListenEvent: {
            /**
             * @description The webhook can be called now.
             * @constant
             */
            type: "listening";
            /** @description The address that is to be called. */
            url: string;
        } | {
            /** Format: uuid */
            run_id: string;
            /**
             * @description A call has come, and a run has started.
             * @constant
             */
            type: "run";
        } | {
            /**
             * @description Nobody has called in time.
             * @constant
             */
            type: "expired";
        };
        ListenRequest: {
            /** @description The id of the step. */
            node_id: string;
            /** Format: uuid */
            workflow_id: string;
        };
        /** @description One object of a stream. */
        ListenStreamObject: {
            /** @description What happened. Empty in objects that only show that the connection is alive, and in one with an error. */
            data: components["schemas"]["ListenEvent"] | "";
            /** @description Why the stream broke off, in its last object. Otherwise null. */
            error: null | components["schemas"]["StreamFailure"];
            /**
             * @description When it was sent, in milliseconds since 1970.
             * @example 1767225600000
             */
            timestamp: number;
        };
        /** @description Something that changed. */
        LiveEvent: {
            /**
             * @description What changed.
             * @constant
             */
            type: "hello";
        } | {
            /** Format: uuid */
            run_id: string;
            /**
             * @description The new status of the run.
             * @example success
             */
            status: string;
            /**
             * @description What changed.
             * @constant
             */
            type: "run";
            /** Format: uuid */
            workflow_id: string;
        } | {
            /**
             * Format: uuid
             * @description The revision that was saved.
             */
            revision_id: string;
            /**
             * @description What changed.
             * @constant
             */
            type: "workflow";
            /**
             * Format: uuid
             * @description Who saved it.
             */
            user_id: string;
            /** Format: uuid */
            workflow_id: string;
        } | {
            /** @description Everybody who has the workflow open. */
            people: components["schemas"]["PresentTab"][];
            /**
             * @description What changed.
             * @constant
             */
            type: "presence";
            /** Format: uuid */
            workflow_id: string;
        } | {
            /**
             * @description What changed.
             * @constant
             */
            type: "approvals";
            /** @description How many approvals wait for the user. */
            waiting: number;
        } | {
            /**
             * @description What changed.
             * @constant
             */
            type: "notifications";
            /** @description How many notifications are unread. No more than a hundred are counted. */
            unread: number;
        };
        LiveRequest: {
            /**
             * Format: uuid
             * @description The tab of the browser, as it names itself.
             */
            tab_id: string;
            /** Format: uuid */
            workflow_id?: string;
        };
        /** @description One object of a stream. */
        LiveStreamObject: {
            /** @description What happened. Empty in objects that only show that the connection is alive, and in one with an error. */
            data: components["schemas"]["LiveEvent"] | "";
            /** @description Why the stream broke off, in its last object. Otherwise null. */
            error: null | components["schemas"]["StreamFailure"];
            /**
             * @description When it was sent, in milliseconds since 1970.
             * @example 1767225600000
             */
            timestamp: number;
        };
        McpServer: {
            /** @description When it was last checked; null: never. */
            checked_at: number | null;
            /** @description milliseconds since the epoch */
            created: number;
            /** @description `own`: every user connects an account of their own; null: all use the same credential, or none. */
            credential: "own" | null;
            /** @description The id of the credential that is used; null: none. */
            credential_id: string | null;
            /** @description Whether it can be used. */
            enabled: boolean;
            /** @description why the state is not ready */
            error: string | null;
            /** @description empty for those who may not change it */
            group_sharing: components["schemas"]["ConnectionGroupShare"][];
            /** Format: uuid */
            id: string;
            /** @description tools that are not offered because they are too many or too large */
            left_out: number;
            name: string;
            /** @description Who owns it: a user, a group or an organization. */
            owner: {
                /** @description The group; null: it is not a group. */
                group_id: string | null;
                /** @description The organization; null: it is not an organization. */
                organization_id: string | null;
                /** @description The user; null: it is not a user. */
                user_id: string | null;
            };
            /** @description What the caller may do with it. */
            permissions: {
                /** @description Whether the caller may use it. */
                use: boolean;
                /** @description Whether the caller may change it. */
                write: boolean;
            };
            /** @description empty for those who may not change it */
            sharing: components["schemas"]["ConnectionUserShare"][];
            /**
             * @description for the caller; connect: the server asks for an account, see `connect`
             * @enum {string}
             */
            state: "ready" | "unreachable" | "connect";
            title: string;
            /** @description tools that the server listed last, disabled ones included */
            tool_count: number;
            /** @description The tools of the server. */
            tools: components["schemas"]["McpServerTool"][];
            /** @description milliseconds since the epoch */
            updated: number;
            url: string;
        };
        McpServerConnection: {
            /** Format: uuid */
            id: string;
            /** @description the page of the console that comes afterwards */
            return_to?: string;
        };
        McpServerConnectionReply: {
            /** @description where the user signs in */
            url: string;
        };
        McpServerCreation: {
            /** @description everybody connects an account of their own; null for none */
            credential?: "own" | null;
            /** @description the credential that requests are sent with; null for none */
            credential_id?: string | null;
            /** @description Whether it can be used. */
            enabled?: boolean;
            /** @description the owner, instead of the caller */
            group_id?: string | null;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["ConnectionGroupShare"][];
            /** @description what the names of its tools begin with: lower-case letters, digits and _ */
            name: string;
            /** @description the owner, instead of the caller */
            organization_id?: string | null;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["ConnectionUserShare"][];
            title?: string;
            /** @description where the server speaks streamable HTTP */
            url: string;
        };
        McpServerId: {
            /** Format: uuid */
            id: string;
        };
        McpServerList: {
            items: components["schemas"]["McpServerSummary"][];
            total: number;
        };
        McpServerQuery: {
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description How many to leave out at the beginning. */
            skip?: number;
            /** @description part of name or title */
            text?: string;
        };
        McpServerSummary: {
            /** @description When it was last checked; null: never. */
            checked_at: number | null;
            /** @description milliseconds since the epoch */
            created: number;
            /** @description `own`: every user connects an account of their own; null: all use the same credential, or none. */
            credential: "own" | null;
            /** @description The id of the credential that is used; null: none. */
            credential_id: string | null;
            /** @description Whether it can be used. */
            enabled: boolean;
            /** @description why the state is not ready */
            error: string | null;
            /** @description empty for those who may not change it */
            group_sharing: components["schemas"]["ConnectionGroupShare"][];
            /** Format: uuid */
            id: string;
            /** @description tools that are not offered because they are too many or too large */
            left_out: number;
            name: string;
            /** @description Who owns it: a user, a group or an organization. */
            owner: {
                /** @description The group; null: it is not a group. */
                group_id: string | null;
                /** @description The organization; null: it is not an organization. */
                organization_id: string | null;
                /** @description The user; null: it is not a user. */
                user_id: string | null;
            };
            /** @description What the caller may do with it. */
            permissions: {
                /** @description Whether the caller may use it. */
                use: boolean;
                /** @description Whether the caller may change it. */
                write: boolean;
            };
            /** @description empty for those who may not change it */
            sharing: components["schemas"]["ConnectionUserShare"][];
            /**
             * @description for the caller; connect: the server asks for an account, see `connect`
             * @enum {string}
             */
            state: "ready" | "unreachable" | "connect";
            title: string;
            /** @description tools that the server listed last, disabled ones included */
            tool_count: number;
            /** @description milliseconds since the epoch */
            updated: number;
            url: string;
        };
        McpServerTool: {
            description: string;
            /** @description Whether it is offered. */
            enabled: boolean;
            /** @description the name that the server gives it */
            name: string;
            title: string;
            /** @description the name for tool.call and assistants */
            tool: string;
        };
        McpServerUpdate: {
            /** @description everybody connects an account of their own; null for none */
            credential?: "own" | null;
            /** @description the credential that requests are sent with; null for none */
            credential_id?: string | null;
            /** @description Whether it can be used. */
            enabled?: boolean;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["ConnectionGroupShare"][];
            /** Format: uuid */
            id: string;
            /** @description what the names of its tools begin with: lower-case letters, digits and _ */
            name?: string;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["ConnectionUserShare"][];
            title?: string;
            /** @description where the server speaks streamable HTTP */
            url?: string;
        };
        McpToolSwitch: {
            /**
             * @description instead of names: all tools that are listed
             * @constant
             */
            all?: true;
            /** @description Whether the tools are offered. */
            enabled: boolean;
            /** Format: uuid */
            id: string;
            /** @description tools by the names that the server gives them */
            names?: string[];
        };
        Message: {
            /** @description Markdown */
            content: string;
            /** Format: uuid */
            conversation_id: string;
            /** @description When it was written, in milliseconds since 1970. */
            created: number;
            /** @description The credits that it used. */
            credits: number;
            files: components["schemas"]["Attachment"][];
            /** Format: uuid */
            id: string;
            /** @description The id of the model. */
            model: string | null;
            /**
             * @description Who wrote it.
             * @enum {string}
             */
            role: "user" | "assistant";
        };
        NamedAssistant: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description of a builder */
            workflow_id: string | null;
        };
        NamedRun: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            workflow_id: string;
            workflow_name: string;
        };
        NamedUse: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /** @description A step of a workflow. The first one is a trigger. */
        Node: {
            /** @description The id of the step, unique in the definition. Templates name it: `{{ steps.<id>.output }}`. */
            id: string;
            /** @description What people call the step. */
            name?: string;
            /** @description The params of the step, as its type defines them. Texts in them may hold templates. */
            params?: {
                [key: string]: unknown;
            };
            /** @description Where the editor draws the step. */
            position?: {
                /** @description To the right, in pixels. */
                x: number;
                /** @description Downwards, in pixels. */
                y: number;
            } | null;
            /** @description The type of the step, such as `http.request`. The catalog lists all of them. */
            type: string;
        };
        Notification: {
            /** @description milliseconds since the epoch */
            created: number;
            /** Format: uuid */
            id: string;
            /** @description What it is about. */
            kind: string;
            /** @description Where it leads to. */
            link: string | null;
            read: boolean;
            /** @description The text, in plain words. */
            text: string;
            title: string;
        };
        NotificationReading: {
            /** Format: uuid */
            id: string;
        };
        NotificationsReading: {
            /** @description milliseconds since the epoch */
            until: number;
        };
        OneTimeLink: {
            email: string;
            /**
             * @description What the link is for.
             * @enum {string}
             */
            purpose: "setup" | "password" | "invitation";
        };
        OpenChange: {
            /** @description milliseconds since the epoch */
            created: number;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "edit" | "proposal";
        };
        OpenChangesRequest: {
            /** Format: uuid */
            workflow_id: string;
        };
        OpenedPanel: {
            /** @description milliseconds since the epoch */
            created: number;
            /** @description Whether browsers can upload directly to the storage. */
            direct_upload: boolean;
            /** @description How many files it has. */
            files: number;
            /** @description the folders that have files, with their bytes; at most 1,000 */
            folders: {
                files: number;
                name: string;
                /** @description The size in bytes. */
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
            panel: components["schemas"]["Panel"];
            /** @description at most 10,001 are counted */
            records: number;
            /** @description bytes of all files */
            size: number;
            /** @description when the settings were last changed, in milliseconds since the epoch */
            updated: number;
            /** @description those that the caller may see and that its events start */
            workflows: components["schemas"]["WatchingWorkflow"][];
        };
        OpenedWorkflow: {
            /**
             * Format: uuid
             * @description The revision that the draft has now.
             */
            revision_id: string;
            /** @description when the revision last changed; moves may be merged into a revision */
            updated: number;
            workflow: components["schemas"]["Workflow"];
        };
        OperationDetails: {
            /** @description Whether the document calls it deprecated. */
            deprecated: boolean;
            description: string;
            /** @description Whether it is a tool. */
            enabled: boolean;
            /** @description the JSON Schema of the params of its tool */
            input_schema: unknown;
            /** @description The HTTP method. */
            method: string;
            name: string;
            /** @description How its list is read page by page; null: it is not. */
            paging: (components["schemas"]["LinkPaging"] | components["schemas"]["CursorPaging"] | {
                /** @description the number of the first page */
                first: number;
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items: string | null;
                /** @constant */
                kind: "page";
                /** @description the name of the param */
                param: string;
            } | {
                /** @description JMESPath of the list in a reply; null when the reply is the list */
                items: string | null;
                /** @constant */
                kind: "offset";
                /** @description the name of the param */
                param: string;
            }) | null;
            path: string;
            /** @description The tags that the document gives it. */
            tags: string[];
            title: string;
            /** @description the name for tool.call and assistants */
            tool: string;
        };
        OperationList: {
            items: components["schemas"]["ConnectorOperation"][];
            total: number;
        };
        OperationQuery: {
            /** @description Only operations that are tools, or only the others. */
            enabled?: boolean;
            /** Format: uuid */
            id: string;
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description How many to leave out at the beginning. */
            skip?: number;
            /** @description Those with this tag. */
            tag?: string;
            /** @description words of name, title, description or path */
            text?: string;
        };
        OperationSwitch: {
            /** @constant */
            all?: true;
            /** @description Whether they become tools. */
            enabled: boolean;
            /** Format: uuid */
            id: string;
            names?: string[];
            /** @description Those with this tag. */
            tag?: string;
            text?: string;
        };
        Organization: {
            /** @description The credits that it has left; null: no limit. */
            credits: number | null;
            /** Format: uuid */
            id: string;
            members: {
                /** Format: uuid */
                user_id: string;
                /** @description Whether the member may also change things. */
                write: boolean;
            }[];
            name: string;
            /** @description How many bytes of files there may be; null: no limit. */
            storage_quota: number | null;
        };
        OrganizationCreation: {
            /** @description The credits; null: no limit. */
            credits?: number | null;
            name: string;
            /** @description How many bytes of files there may be; null: no limit. */
            storage_quota?: number | null;
        };
        OrganizationList: {
            items: components["schemas"]["ListedOrganization"][];
            total: number;
        };
        OrganizationListRequest: {
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description How many to leave out at the beginning. */
            skip?: number;
            text?: string;
        };
        OrganizationMember: {
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            user_id: string;
            /** @description Whether the member may also change things. */
            write: boolean;
        };
        OrganizationMemberRemoval: {
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            user_id: string;
        };
        OrganizationUpdate: {
            /** @description The credits; null: no limit. */
            credits?: number | null;
            /** Format: uuid */
            id: string;
            name?: string;
            /** @description How many bytes of files there may be; null: no limit. */
            storage_quota?: number | null;
        };
        OwnerChange: {
            group_id: string | null;
            /** Format: uuid */
            workflow_id: string;
        };
        Panel: {
            /** @description Whether records can be stored. */
            database: boolean;
            /** @description A disabled panel answers no requests, and its links are dead. */
            enabled: boolean;
            /** @description The settings of the file storage. */
            file_storage: components["schemas"]["FileStorage"];
            group_id: string | null;
            /** @description The groups that it is shared with. */
            group_sharing: components["schemas"]["PanelGroupShare"][];
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The id of the organization that it belongs to; null: none. */
            organization_id: string | null;
            /** @description The users whom it is shared with. */
            sharing: components["schemas"]["PanelUserShare"][];
            /** @description empty for those who may not change the panel: it holds secrets */
            webhooks: components["schemas"]["PanelWebhook"][];
        };
        PanelCreation: {
            /** @description Whether records can be stored. */
            database?: boolean;
            /** @description A disabled panel answers no requests, and its links are dead. */
            enabled?: boolean;
            /** @description The settings of the file storage. */
            file_storage?: components["schemas"]["FileStorageSettings"];
            group_id?: string | null;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["PanelGroupShare"][];
            name: string;
            /** @description The id of the organization that it belongs to; null: none. */
            organization_id?: string | null;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["PanelUserShare"][];
            /** Format: uuid */
            user_id?: string;
            /** @description The webhooks that are told of changes. */
            webhooks?: components["schemas"]["WebhookSettings"][];
        };
        PanelFile: {
            /** @description The media type of the file. */
            content_type: string;
            /** @description When it was stored, in milliseconds since 1970. */
            created: number;
            /** @description A link with which browsers save the file; null: none was asked for. */
            download_url: string | null;
            /** @description When it is deleted; null: it is kept. */
            expires_at: string | null;
            folder: string;
            /** Format: uuid */
            id: string;
            /** @description Any JSON object of up to 4 KB. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The last part of the path. */
            name: string;
            /** @description Null: uploads through the API have no owner. `/api/v1/panel/file` says who uploaded it. */
            owner: string | null;
            /** @description The path in the panel, which begins with the folder. */
            path: string;
            /** @description The record that the file belongs to; null: none. */
            record: components["schemas"]["RecordLink"] | null;
            /** @description The SHA-256 of its content, in hexadecimal. */
            sha256: string;
            /** @description bytes */
            size: number;
            /** @description When it was last changed, in milliseconds since 1970. */
            updated: number;
            /** @description Who stored the content: with a key, in the console, or for whom the run of a step executed. Null: nobody knows it any more. */
            uploaded_by: components["schemas"]["Person"] | null;
            /** @description A link to the file; null: none was asked for. */
            url: string | null;
        };
        PanelFileQuery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            panel_id: string;
        };
        PanelGroupShare: {
            /** Format: uuid */
            group_id: string;
            /** @description Whether they may also change it. */
            write: boolean;
        };
        PanelId: {
            /** Format: uuid */
            panel_id: string;
        };
        PanelList: {
            items: components["schemas"]["PanelSummary"][];
            total: number;
        };
        PanelListQuery: {
            /** @description How many there are at most in the reply. */
            limit?: number;
            /**
             * @description Only those of the caller, or only those of others.
             * @enum {string}
             */
            ownership?: "mine" | "shared";
            /** @description How many to leave out at the beginning. */
            skip?: number;
            /** @description part of the name, or of the name or e-mail address of the creator */
            text?: string;
        };
        PanelOwner: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        PanelOwners: {
            groups: components["schemas"]["PanelOwner"][];
            organizations: components["schemas"]["PanelOwner"][];
        };
        PanelRecord: {
            /** @description The collection of the record. */
            collection: string;
            /** @description When it was created, in milliseconds since 1970. */
            created: number;
            /** @description The data: any JSON object. */
            data: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            key: string;
            /** @description When it was last changed, in milliseconds since 1970. */
            updated: number;
        };
        PanelSummary: {
            /** @description milliseconds since the epoch */
            created: number;
            /** @description How many files it has. */
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
            panel: components["schemas"]["Panel"];
            /** @description at most 10,001 are counted */
            records: number;
            /** @description bytes of all files */
            size: number;
            /** @description when the settings were last changed, in milliseconds since the epoch */
            updated: number;
        };
        PanelUpdate: {
            /** @description Whether records can be stored. */
            database?: boolean;
            /** @description A disabled panel answers no requests, and its links are dead. */
            enabled?: boolean;
            /** @description The settings of the file storage. */
            file_storage?: components["schemas"]["FileStorageSettings"];
            group_id?: string | null;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["PanelGroupShare"][];
            /** Format: uuid */
            id: string;
            /** @description refused with 409 unless the panel was last updated at this time, as `panel/open` says */
            if_updated?: number;
            name?: string;
            /** @description The id of the organization that it belongs to; null: none. */
            organization_id?: string | null;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["PanelUserShare"][];
            /** @description The webhooks that are told of changes. */
            webhooks?: components["schemas"]["WebhookSettings"][];
        };
        PanelUserShare: {
            /** @description The e-mail address of the user whom it is shared with. */
            user_email: string;
            /** @description Whether they may also change it. */
            write: boolean;
        };
        PanelWebhook: {
            /** @description The events that it is told of. */
            events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
            /**
             * @description The secret with which the events are signed.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            /** @description Where the events are sent to. */
            url: string;
        };
        ParamIssue: {
            /** @description The edge that it is about; null: none. */
            edge: components["schemas"]["IssueEdge"] | null;
            /** @description The top-level param that it suggests to use instead. */
            instead?: string;
            /** @description What is wrong. */
            message: string;
            /** @description The step that it is about; null: none. */
            node_id: string | null;
            /** @description the top-level param of the step; without a step, `settings` */
            param: string | null;
            /**
             * @description An `error` keeps the workflow from being published, a `warning` does not.
             * @enum {string}
             */
            severity: "error" | "warning";
        };
        PasswordChange: {
            /** @description The present password, which a user who has one must name. */
            current?: string;
            password: string;
        };
        PeopleSearch: {
            ids?: string[];
            /** @description How many there are at most in the reply. */
            limit?: number;
            text?: string;
        };
        Permissions: {
            /** @description Whether the caller may copy it. */
            copy: boolean;
            /** @description Whether the caller may export it. */
            export: boolean;
            /** @description Who owns it. */
            owner: {
                /** @description The group that owns it; null: the user does. */
                group_id: string | null;
                /**
                 * Format: uuid
                 * @description The user who created it.
                 */
                user_id: string;
            };
            /** @description Whether the caller may run it. */
            run: boolean;
            /** @description Whether the caller may change it. */
            write: boolean;
        };
        Person: {
            email: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        PersonExport: {
            /** @description list by list, each with the oldest first */
            entries: {
                /** @description When it happened or was created, in milliseconds since 1970. */
                at: number;
                /** @description what it was, as its list tells it; neither contents nor secrets */
                details: {
                    [key: string]: unknown;
                };
                /**
                 * Format: uuid
                 * @description Of the entry, run, file and so on. The keys of records are unique within their panel.
                 */
                id: string;
                /**
                 * @description where it comes from
                 * @enum {string}
                 */
                list: "audit" | "decisions" | "runs" | "workflows" | "assistants" | "conversations" | "credentials" | "panels" | "panel_files" | "records" | "files";
            }[];
            /** @description Where the next page begins; null: this is the last one. */
            next: string | null;
        };
        PersonExportRequest: {
            /** @description the `next` of the page before */
            after?: string;
            /**
             * @description entries of one page
             * @default 10000
             */
            limit?: number;
            /** @description only these lists; by default all of them */
            lists?: ("audit" | "decisions" | "runs" | "workflows" | "assistants" | "conversations" | "credentials" | "panels" | "panel_files" | "records" | "files")[];
            /**
             * Format: uuid
             * @description Also of a user who was deleted: the audit log still names them.
             */
            user_id: string;
        };
        PlannedStep: {
            /** @description whether the step reaches out of the run */
            effect: boolean;
            /** @description for how many items of a loop, where that is known */
            items: number | null;
            /** @description The id of the step. */
            node_id: string;
            /** @description The type of the step. */
            node_type: string;
        };
        PollNowReply: {
            /** @description What went wrong. Empty when nothing did. */
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
        PollNowRequest: {
            /** @description The id of the step. */
            node_id: string;
            /** Format: uuid */
            workflow_id: string;
        };
        PollPreview: {
            /** @description How many new items there are. */
            count: number;
            /** @description Where the next look begins. */
            cursor: unknown;
            /** @description What went wrong. Empty when nothing did. */
            error: string | null;
            /** @description The new items. */
            items: {
                /** @description Whether it is too long to be shown whole. */
                cut: boolean;
                item: unknown;
                /** @description The key by which it is recognised. */
                key: string;
            }[];
        };
        PollPreviewRequest: {
            /** @description The id of the step. */
            node_id: string;
            /** @description instead of those that the node has */
            params?: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            workflow_id: string;
        };
        PresenceRequest: {
            /**
             * Format: uuid
             * @description The tab of the browser, as it names itself.
             */
            tab_id: string;
            workflow_id: string | null;
        };
        /** @description A tab in which somebody has the workflow open. */
        PresentTab: {
            name: string;
            /**
             * Format: uuid
             * @description The tab of the browser, as it names itself.
             */
            tab_id: string;
            /**
             * Format: uuid
             * @description Who has it open.
             */
            user_id: string;
        };
        Profile: {
            /** @description Whether the user is an administrator. */
            admin: boolean;
            email: string;
            /** @description Whether the user has a password. */
            has_password: boolean;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description What the user may do. */
            permissions: {
                /**
                 * @description What the user may do with workflows.
                 * @enum {string}
                 */
                workflow: "write" | "read" | "none";
            };
        };
        ProfileUpdate: {
            name?: string;
        };
        Publication: {
            /** @description of the revisions since the published version */
            authors: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
                /** @description How many revisions there are since the published version. */
                revisions: number;
            }[];
            /** @description What changed. */
            changes: components["schemas"]["RevisionChanges"];
            /** @description The state of its publication. */
            deployment: components["schemas"]["Deployment"];
            /** @description of the draft */
            forms: components["schemas"]["AddressedTrigger"][];
            /** @description What is wrong, or may be. */
            issues: components["schemas"]["ParamIssue"][];
            /** @description What is published now; null: nothing. */
            published: {
                /** @description milliseconds since the epoch */
                at: number;
                /** @description Who did it. */
                by: components["schemas"]["VersionPerson"];
                /** @description The definition: the steps and the edges between them. */
                definition: unknown;
                /** @description A note about the version, for people. */
                note: string;
                version: number;
            } | null;
            /** @description The id of the user on whose behalf automatic runs execute. */
            run_as: components["schemas"]["VersionPerson"] | null;
            /** @description of the draft */
            schedules: {
                /** @description The times, as a cron expression of five fields. */
                cron: string;
                /** @description What went wrong. Empty when nothing did. */
                error: string;
                /** @description The next times. */
                next_runs: number[];
                /** @description The id of the step. */
                node_id: string;
                /** @description The time zone, such as `Europe/Berlin`. */
                timezone: string;
            }[];
            /** @description of the draft */
            webhooks: components["schemas"]["AddressedTrigger"][];
        };
        PublishVersionRequest: {
            /** @description A note about the version, for people. */
            note?: string;
            version: number;
            /** Format: uuid */
            workflow_id: string;
        };
        Query: {
            /** @description All filters must match. At most 100. */
            filters?: components["schemas"]["Filter"][];
            /** @description Index of the first item. Default 0. */
            limit_from?: number;
            /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
            limit_to?: number;
            /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
            sort_key?: string;
            /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
            sort_order?: number;
        };
        RecordCursor: {
            /** @description That of the last record of the page before, in milliseconds since 1970. */
            created: number;
            /** Format: uuid */
            key: string;
        };
        RecordDeletion: {
            keys: string[];
            /** Format: uuid */
            panel_id: string;
        };
        RecordDeletionReply: {
            /** @description How many were deleted. */
            deleted: number;
            /** @description What was refused, and why. */
            refused: {
                /** Format: uuid */
                key: string;
                message: string;
            }[];
            /** @description The ids of the first 100 runs that the change starts. They are queued a moment later, unless their workflow was deactivated or their user may not use the panel. `debounce` and `batch` may merge them into another run. */
            started_runs: string[];
        };
        RecordExport: {
            /** @description `next` of the page before */
            after?: {
                /** @description That of the last record of the page before, in milliseconds since 1970. */
                created: number;
                /** Format: uuid */
                key: string;
            };
            /** @description The collection of the record. */
            collection: string;
            /** @description Only records that match all of them. */
            filters?: components["schemas"]["Filter"][];
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** Format: uuid */
            panel_id: string;
        };
        RecordExportReply: {
            /** @description where the next page begins; null after the last page */
            next: components["schemas"]["RecordCursor"] | null;
            /** @description in the order of their creation; fewer than the limit if they are long */
            records: components["schemas"]["PanelRecord"][];
        };
        RecordFilesQuery: {
            /** Format: uuid */
            key: string;
            /** Format: uuid */
            panel_id: string;
        };
        RecordImport: {
            /** @description The collection of the record. */
            collection: string;
            /**
             * @description What to do with a row whose key exists with other data: refuse it (default), or replace its top-level fields.
             * @enum {string}
             */
            existing?: "refuse" | "update";
            /** Format: uuid */
            panel_id: string;
            /** @description The records. */
            rows: unknown[];
        };
        RecordImportReply: {
            /** @description How many records were created. */
            created: number;
            /** @description What was refused, and why. */
            refused: {
                message: string;
                /** @description index in `rows` */
                row: number;
            }[];
            /** @description The ids of the first 100 runs that the change starts. They are queued a moment later, unless their workflow was deactivated or their user may not use the panel. `debounce` and `batch` may merge them into another run. */
            started_runs: string[];
            /** @description rows that exist already, with the same key and the same data */
            unchanged: number;
            /** @description How many records were changed. */
            updated: number;
        };
        RecordLink: {
            /** @description The collection of the record. */
            collection: string;
            /** Format: uuid */
            key: string;
        };
        RecordSave: {
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
        ReferringWorkflow: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        RepeatedRun: {
            /** @description When it was last started or continued; null: it has not started. */
            active_since: number | null;
            /** @description Whether it was started by a trigger and not by a person. */
            automatic: boolean;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description The credits that its steps used. */
            credits: number;
            /** @description the number of runs above this one */
            depth?: number;
            /** @description when the run may begin, where that is not at once */
            due_at?: number;
            /** @description Why it failed. Empty when it did not. */
            error: string;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** Format: uuid */
            id: string;
            /** @description The input of the run as JSON. */
            input_json: string;
            /** @description Whether it is a test of the draft. */
            is_test: boolean;
            /** @description by which the settings of the workflow let it be found */
            labels?: {
                [key: string]: string;
            };
            /** @description when a run that failed will be tried again */
            next_retry_at?: number;
            /** @description its place in the queue, where it has a head start or a delay */
            order_at?: number;
            /** @description The organization that pays for it; null: none. */
            organization_id: string | null;
            /** @description The output of the run as JSON. Empty while there is none. */
            output_json: string;
            /**
             * Format: uuid
             * @description the run whose step started this one, which may have been deleted
             */
            parent_run_id?: string;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /** @description The run that it repeats. */
            replay_of: string | null;
            revision_id: string | null;
            /**
             * Format: uuid
             * @description the run with which it all began, which may have been deleted
             */
            root_run_id?: string;
            /** @description When it started; null: it has not. */
            started_at: number | null;
            /**
             * @description `queued`: waits for its turn. `running`: executes. `waiting`: waits for a person, a time or a call. The others are ends.
             * @enum {string}
             */
            status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
            /** @description The steps that it came to, in the order in which they started. */
            steps: components["schemas"]["Step"][];
            /** @description How many runs started one another before this one. */
            trigger_depth: number;
            /** @description The id of the trigger that it starts from. */
            trigger_node_id: string;
            trigger_type: string;
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
            /** @description The published version that it executes; null: the draft. */
            version: number | null;
            /** Format: uuid */
            workflow_id: string;
        };
        ReplayManyRequest: {
            /** @description only counts the runs */
            dry_run?: boolean;
            /** @description All runs that fit these, instead of `ids`. */
            filters?: components["schemas"]["RunFilters"];
            /**
             * @description Whether only the failed steps and those behind them are repeated, or everything.
             * @enum {string}
             */
            from: "failed" | "start";
            ids?: string[];
            /**
             * @description whether the steps use the idempotency keys of the repeated run; by default they do, unless it is repeated from the start
             * @enum {string}
             */
            keys?: "same" | "new";
            /** @description more runs than this are refused */
            most?: number;
            /** @description How many are started a minute. */
            per_minute?: number;
            /**
             * @description which definition is executed: that of the repeated run, the published one or the draft
             * @enum {string}
             */
            version: "same" | "published" | "draft";
        };
        ReplayPlan: {
            /** @description The steps whose results are taken over. */
            adopted: components["schemas"]["PlannedStep"][];
            /** @description The steps that are executed. */
            executed: components["schemas"]["PlannedStep"][];
        };
        ReplayRequest: {
            /** @description `failed`, `start`, or the id of a step */
            from: string;
            /** @description run input, as the trigger expects it */
            input?: {
                [key: string]: unknown;
            };
            /**
             * @description whether the steps use the idempotency keys of the repeated run; by default they do, unless it is repeated from the start
             * @enum {string}
             */
            keys?: "same" | "new";
            /** @description only tells which steps would be adopted and executed */
            plan?: boolean;
            /** Format: uuid */
            run_id: string;
            /**
             * @description which definition is executed: that of the repeated run, the published one or the draft
             * @enum {string}
             */
            version: "same" | "published" | "draft";
        };
        ResolvedVariable: {
            description: string;
            /** @description the owner's value, where the workflow has another */
            inherited?: unknown;
            name: string;
            /**
             * @description Whose value it is.
             * @enum {string}
             */
            source: "user" | "organization" | "workflow";
            /**
             * @description json is a list, an object, or null
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "json";
            value: unknown;
        };
        ResolvedVariables: {
            variables: components["schemas"]["ResolvedVariable"][];
        };
        Resumed: {
            /**
             * @description kept: the run has not come to the step yet
             * @enum {string}
             */
            status: "resumed" | "kept";
        };
        ResumeRequest: {
            /** @description the body of the call, or the data of the event, that the step waits for */
            body?: unknown;
            /** @description in loops: the iteration of the step, as the run shows it */
            iteration?: number[];
            /** @description the step that waits */
            node_id: string;
            /** Format: uuid */
            run_id: string;
        };
        RetriedDeliveries: {
            /** @description those whose webhook is no longer in the panel's settings */
            left_out: number;
            /** @description at most 1,000; ask again while it is more than 0 */
            retried: number;
        };
        RevisionChanges: {
            /** @description How many edges were added. */
            added_edges: number;
            /** @description The ids of the steps that were added. */
            added_nodes: string[];
            /** @description The ids of the steps that were changed. */
            changed_nodes: string[];
            /** @description How many edges were removed. */
            removed_edges: number;
            /** @description The ids of the steps that were removed. */
            removed_nodes: string[];
        };
        Run: {
            /** @description When it was last started or continued; null: it has not started. */
            active_since: number | null;
            /** @description Whether it was started by a trigger and not by a person. */
            automatic: boolean;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description The credits that its steps used. */
            credits: number;
            /** @description the number of runs above this one */
            depth?: number;
            /** @description when the run may begin, where that is not at once */
            due_at?: number;
            /** @description Why it failed. Empty when it did not. */
            error: string;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** Format: uuid */
            id: string;
            /** @description The input of the run as JSON. */
            input_json: string;
            /** @description by which the settings of the workflow let it be found */
            labels?: {
                [key: string]: string;
            };
            /** @description when a run that failed will be tried again */
            next_retry_at?: number;
            /** @description its place in the queue, where it has a head start or a delay */
            order_at?: number;
            /** @description The organization that pays for it; null: none. */
            organization_id: string | null;
            /** @description The output of the run as JSON. Empty while there is none. */
            output_json: string;
            /**
             * Format: uuid
             * @description the run whose step started this one, which may have been deleted
             */
            parent_run_id?: string;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /**
             * Format: uuid
             * @description the run with which it all began, which may have been deleted
             */
            root_run_id?: string;
            /** @description When it started; null: it has not. */
            started_at: number | null;
            /**
             * @description `queued`: waits for its turn. `running`: executes. `waiting`: waits for a person, a time or a call. The others are ends.
             * @enum {string}
             */
            status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
            /** @description The steps that it came to, in the order in which they started. */
            steps: components["schemas"]["Step"][];
            /** @description How many runs started one another before this one. */
            trigger_depth: number;
            /** @description The id of the trigger that it starts from. */
            trigger_node_id: string;
            trigger_type: string;
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
            /** @description The published version that it executes; null: the draft. */
            version: number | null;
            /** Format: uuid */
            workflow_id: string;
        };
        RunBatch: {
            /**
             * @description What is done.
             * @enum {string}
             */
            action: "replay" | "cancel" | "backfill";
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description how many of the runs are dealt with */
            done: number;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** Format: uuid */
            id: string;
            /** @description why runs were refused, for the first 20 of them */
            refusals: {
                /** @description What is wrong. */
                detail: string;
                /** Format: uuid */
                run_id: string;
            }[];
            /** @description What is done, as a sentence. */
            sentence: string;
            /** @enum {string} */
            status: "running" | "done" | "cancelled";
            /** @description How many succeeded. */
            succeeded: number;
            total: number;
        };
        RunBatchCount: {
            count: number;
            /** @description what would happen */
            sentence: string;
        };
        RunBatchId: {
            /** Format: uuid */
            batch_id: string;
        };
        RunCancellation: {
            /** @description why, for those who read about it later */
            reason?: string;
            /** Format: uuid */
            run_id: string;
        };
        RunDefinition: {
            /** @description The definition: the steps and the edges between them. */
            definition: unknown;
            revision_id: string | null;
            /** @description The published version; null: a draft. */
            version: number | null;
        };
        RunDetails: {
            /** @description Whether it was started by a trigger and not by a person. */
            automatic: boolean;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description The credits that its steps used. */
            credits: number;
            /** @description the number of runs above this one */
            depth?: number;
            /** @description when the run may begin, where that is not at once */
            due_at?: number;
            /** @description Why it failed. Empty when it did not. */
            error: string;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /**
             * @description what a queued run waits for before it can begin: its time, or a place among the runs of a limit
             * @enum {string}
             */
            held?: "time" | "place";
            /** Format: uuid */
            id: string;
            input_json: string;
            /** @description Whether it is a test of the draft. */
            is_test: boolean;
            /** @description by which the settings of the workflow let it be found */
            labels?: {
                [key: string]: string;
            };
            /** @description when a run that failed will be tried again */
            next_retry_at?: number;
            output_json: string;
            /** @description The items of the loops around the step that started the run. */
            parent_iteration?: number[];
            /** @description the step that started the run */
            parent_node_id?: string;
            /**
             * Format: uuid
             * @description the run whose step started this one, which may have been deleted
             */
            parent_run_id?: string;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /** @description of a run that is held: the limits that it waits for */
            places?: components["schemas"]["RunPlace"][];
            /** @description The run that it repeats; null: none. */
            replay_of: string | null;
            /** @description The revision that it executes; null: a published version. */
            revision_id: string | null;
            /**
             * Format: uuid
             * @description the run with which it all began, which may have been deleted
             */
            root_run_id?: string;
            /** @description When it started; null: it has not. */
            started_at: number | null;
            /**
             * @description `queued`: waits for its turn. `running`: executes. `waiting`: waits for a person, a time or a call. The others are ends.
             * @enum {string}
             */
            status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
            steps: components["schemas"]["StepSummary"][];
            /** @description The id of the trigger that it starts from. */
            trigger_node_id: string;
            trigger_type: string;
            /** @description The published version that it executes; null: the draft. */
            version: number | null;
            /** Format: uuid */
            workflow_id: string;
            workflow_name: string;
        };
        /** @description Something that happens in a run. Every event has every field. */
        RunEvent: {
            /** @description Why the step or the run failed. Otherwise empty. */
            error: string;
            /** @description The exit by which the step was left. */
            handle: string | null;
            /** @description The items of the loops around the step, from the outer to the inner one. */
            iteration: number[];
            /** @description The id of the step. Empty in events of the run itself. */
            node_id: string;
            /** @description The type of the step. Empty in events of the run itself. */
            node_type: string;
            /** @description The output as JSON, in `step_end` and `run_end`. Otherwise empty. */
            output_json: string;
            /** Format: uuid */
            run_id: string;
            /** @example running */
            status: string;
            /** @description A piece of text that an AI step produces, or what a step says about itself. */
            text: string;
            /**
             * @description What happened. A stream ends with `run_end`, or with `run_waiting` when the run pauses.
             * @enum {string}
             */
            type: "run_start" | "step_start" | "step_progress" | "step_waiting" | "step_end" | "run_waiting" | "run_end";
        };
        RunFilters: {
            /** @description Only runs that a trigger started, or only the others. */
            automatic?: boolean;
            /** @description Only runs that were created then or later. */
            from?: number;
            /** @description Only tests of drafts, or only other runs. */
            is_test?: boolean;
            /** @description labels that a run must have, each with its value */
            labels?: {
                [key: string]: string;
            };
            /** @description The items of the loops around the step that started it. */
            parent_iteration?: number[];
            /** @description the step of the run `parent_run_id` */
            parent_node_id?: string;
            /**
             * Format: uuid
             * @description The run whose step started it.
             */
            parent_run_id?: string;
            /**
             * Format: uuid
             * @description The run that it repeats.
             */
            replay_of?: string;
            /** @description Only runs with one of these statuses. */
            status?: ("queued" | "running" | "waiting" | "success" | "failed" | "cancelled")[];
            /** @description what the id, the error or the input contains, in upper or lower case */
            text?: string;
            /** @description Only runs that were created before then. */
            to?: number;
            trigger_type?: string[];
            /** @description a published version, or `draft` */
            version?: number | "draft";
            /**
             * @description `mine`: only runs that execute on behalf of the user; `team`, the default: also those of workflows that the user may change
             * @enum {string}
             */
            whose?: "mine" | "team";
            /** Format: uuid */
            workflow_id?: string;
        };
        RunId: {
            /** Format: uuid */
            run_id: string;
        };
        RunListRequest: {
            /** @description Only runs that a trigger started, or only the others. */
            automatic?: boolean;
            /** @description the `next` of the page before */
            before?: string;
            /** @description Only runs that were created then or later. */
            from?: number;
            /** @description Only tests of drafts, or only other runs. */
            is_test?: boolean;
            /** @description labels that a run must have, each with its value */
            labels?: {
                [key: string]: string;
            };
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description The items of the loops around the step that started it. */
            parent_iteration?: number[];
            /** @description the step of the run `parent_run_id` */
            parent_node_id?: string;
            /**
             * Format: uuid
             * @description The run whose step started it.
             */
            parent_run_id?: string;
            /**
             * Format: uuid
             * @description The run that it repeats.
             */
            replay_of?: string;
            /** @description Only runs with one of these statuses. */
            status?: ("queued" | "running" | "waiting" | "success" | "failed" | "cancelled")[];
            /** @description what the id, the error or the input contains, in upper or lower case */
            text?: string;
            /** @description Only runs that were created before then. */
            to?: number;
            trigger_type?: string[];
            /** @description a published version, or `draft` */
            version?: number | "draft";
            /**
             * @description `mine`: only runs that execute on behalf of the user; `team`, the default: also those of workflows that the user may change
             * @enum {string}
             */
            whose?: "mine" | "team";
            /** Format: uuid */
            workflow_id?: string;
        };
        RunPage: {
            items: components["schemas"]["RunSummary"][];
            /** @description where the next page begins; a page may be short and still have a next */
            next: string | null;
        };
        RunPlace: {
            /** @description runs that wait for one, this one included */
            held: number;
            limit: number;
            /** @description runs that have a place */
            used: number;
        };
        RunStartRequest: {
            /** @description run input, as the trigger expects it */
            input?: {
                [key: string]: unknown;
            };
            /** @description trigger to start from; default the first manual one, otherwise the first of any type */
            trigger_node_id?: string;
            /**
             * @description what to run; default `published`
             * @default published
             * @enum {string}
             */
            version?: "published" | "draft";
            /**
             * @description whether to answer when the run has ended or pauses, or as soon as it is queued; default true
             * @default true
             */
            wait?: boolean;
            /** Format: uuid */
            workflow_id: string;
        };
        RunStats: {
            /** @description The parts of the period. */
            buckets: components["schemas"]["RunStatsBucket"][];
            /** @description The beginning of the period. */
            from: number;
            /** @description The end of the period. */
            to: number;
        };
        RunStatsBucket: {
            /** @description When it begins. */
            at: number;
            /** @description How many were cancelled. */
            cancelled: number;
            /** @description How many failed. */
            failed: number;
            /** @description queued, running and waiting */
            open: number;
            /** @description How many succeeded. */
            success: number;
        };
        RunStatsRequest: {
            /** @description Only runs that a trigger started, or only the others. */
            automatic?: boolean;
            /** @description Into how many parts the period is divided. */
            buckets?: number;
            /** @description Only runs that were created then or later. */
            from?: number;
            /** @description Only tests of drafts, or only other runs. */
            is_test?: boolean;
            /** @description labels that a run must have, each with its value */
            labels?: {
                [key: string]: string;
            };
            /** @description The items of the loops around the step that started it. */
            parent_iteration?: number[];
            /** @description the step of the run `parent_run_id` */
            parent_node_id?: string;
            /**
             * Format: uuid
             * @description The run whose step started it.
             */
            parent_run_id?: string;
            /**
             * Format: uuid
             * @description The run that it repeats.
             */
            replay_of?: string;
            /** @description Only runs with one of these statuses. */
            status?: ("queued" | "running" | "waiting" | "success" | "failed" | "cancelled")[];
            /** @description what the id, the error or the input contains, in upper or lower case */
            text?: string;
            /** @description Only runs that were created before then. */
            to?: number;
            trigger_type?: string[];
            /** @description a published version, or `draft` */
            version?: number | "draft";
            /**
             * @description `mine`: only runs that execute on behalf of the user; `team`, the default: also those of workflows that the user may change
             * @enum {string}
             */
            whose?: "mine" | "team";
            /** Format: uuid */
            workflow_id?: string;
        };
        /** @description One object of a stream. */
        RunStreamObject: {
            /** @description What happened. Empty in objects that only show that the connection is alive, and in one with an error. */
            data: components["schemas"]["RunEvent"] | "";
            /** @description Why the stream broke off, in its last object. Otherwise null. */
            error: null | components["schemas"]["StreamFailure"];
            /**
             * @description When it was sent, in milliseconds since 1970.
             * @example 1767225600000
             */
            timestamp: number;
        };
        RunSummary: {
            /** @description Whether it was started by a trigger and not by a person. */
            automatic: boolean;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description The credits that its steps used. */
            credits: number;
            /** @description the number of runs above this one */
            depth?: number;
            /** @description when the run may begin, where that is not at once */
            due_at?: number;
            /** @description Why it failed. Empty when it did not. */
            error: string;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /**
             * @description what a queued run waits for before it can begin: its time, or a place among the runs of a limit
             * @enum {string}
             */
            held?: "time" | "place";
            /** Format: uuid */
            id: string;
            /** @description Whether it is a test of the draft. */
            is_test: boolean;
            /** @description by which the settings of the workflow let it be found */
            labels?: {
                [key: string]: string;
            };
            /** @description when a run that failed will be tried again */
            next_retry_at?: number;
            /** @description The items of the loops around the step that started the run. */
            parent_iteration?: number[];
            /** @description the step that started the run */
            parent_node_id?: string;
            /**
             * Format: uuid
             * @description the run whose step started this one, which may have been deleted
             */
            parent_run_id?: string;
            /** @description The run that it repeats; null: none. */
            replay_of: string | null;
            /** @description The revision that it executes; null: a published version. */
            revision_id: string | null;
            /**
             * Format: uuid
             * @description the run with which it all began, which may have been deleted
             */
            root_run_id?: string;
            /** @description When it started; null: it has not. */
            started_at: number | null;
            /**
             * @description `queued`: waits for its turn. `running`: executes. `waiting`: waits for a person, a time or a call. The others are ends.
             * @enum {string}
             */
            status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
            /** @description The id of the trigger that it starts from. */
            trigger_node_id: string;
            trigger_type: string;
            /** @description The published version that it executes; null: the draft. */
            version: number | null;
            /** Format: uuid */
            workflow_id: string;
            workflow_name: string;
        };
        SavedRecord: {
            /** @description The collection of the record. */
            collection: string;
            /** @description When it was created, in milliseconds since 1970. */
            created: number;
            /** @description The data: any JSON object. */
            data: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            key: string;
            /** @description The ids of the first 100 runs that the change starts. They are queued a moment later, unless their workflow was deactivated or their user may not use the panel. `debounce` and `batch` may merge them into another run. */
            started_runs: string[];
            /** @description When it was last changed, in milliseconds since 1970. */
            updated: number;
        };
        SavedVariable: {
            /** @description When it was created, and by whom. */
            created: components["schemas"]["VariableStamp"];
            description: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Who owns it. */
            owner: {
                /** @description The id of the organization that it belongs to; null: none. */
                organization_id: string | null;
                user_id: string | null;
            };
            /** @description What the caller may do with it. */
            permissions: {
                /** @description Whether the caller may change it. */
                write: boolean;
            };
            /**
             * @description json is a list, an object, or null
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "json";
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["VariableStamp"];
            value: unknown;
            /** @description such as: the name looks like that of a secret */
            warning: string | null;
            /** @description workflows that still refer to the old name, as far as the caller may see them */
            workflows: components["schemas"]["ReferringWorkflow"][];
        };
        SavedView: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * @description The page of the console that it belongs to.
             * @enum {string}
             */
            page: "runs" | "workflows";
            /** @description The part of the address behind the question mark. */
            search: string;
        };
        SearchRequest: {
            /** @description what the name begins with or contains */
            text?: string;
        };
        SearchResult: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "workflow" | "panel" | "file" | "assistant" | "conversation";
            name: string;
            /**
             * Format: uuid
             * @description of a file
             */
            panel_id?: string;
            /** @description of a file */
            path?: string;
        };
        SentEvent: {
            /** Format: uuid */
            event_id: string;
            /** @description how many steps waited for it (each run has at most 1000) */
            woken: number;
            /** @description The ids of the first 100 runs that these steps belong to. */
            woken_runs: string[];
        };
        SentInvitation: {
            /** @description The invitation; null: there is none. */
            invitation: components["schemas"]["Invitation"];
            /** @description shown here and never again; null when it goes by mail */
            link: string | null;
            /** Format: uuid */
            user_id: string;
        };
        Session: {
            /** @description The address of the service. */
            public_url: string;
            session_id: string | null;
            user: components["schemas"]["Profile"];
            /** @description The version of Heddle. */
            version: string;
        };
        SessionEnd: {
            /**
             * Format: uuid
             * @description another session of the caller
             */
            id?: string;
        };
        SettingInEffect: {
            /** @description The area that it belongs to. */
            area: string;
            /** @description The value when it is not set. */
            default: string | null;
            /** @description whether the value is another than the default */
            differs: boolean;
            /** @description What it means. */
            meaning: string;
            /** @description Whether its value is never shown. */
            secret: boolean;
            /** @description whether there is a value, given or by default */
            set: boolean;
            /** @description null for secrets, and when it is not set */
            value: string | null;
            /** @description The name of the environment variable. */
            variable: string;
        };
        /**
         * @description what a read-only share allows beside reading
         * @default {}
         */
        ShareScopes: {
            /** @description Whether they may copy it. */
            "workflow.copy"?: boolean;
            /** @description Whether they may export it. */
            "workflow.export"?: boolean;
            /** @description Whether they may run it. */
            "workflow.run"?: boolean;
        };
        SignIn: {
            email: string;
            password: string;
        };
        SignInOptions: {
            /** @description The identity provider; null: there is none. */
            oidc: {
                /** @description of the identity provider, for its button */
                name: string;
            } | null;
        };
        Stamp: {
            /** @description When it happened, in milliseconds since 1970. */
            timestamp: number;
            /**
             * Format: uuid
             * @description Who did it.
             */
            user_id: string;
        };
        StartedRuns: {
            /** @description whether a change has yet to start its runs */
            pending: boolean;
            /** @description The runs that changes have started, the newest first. */
            runs: {
                /** @description When it was queued. */
                created_at: number;
                /** @description When it ended; null: it has not. */
                finished_at: number | null;
                /** Format: uuid */
                id: string;
                /** @description Where the run is: `queued`, `running`, `waiting`, `success`, `failed` or `cancelled`. */
                status: string;
                /** Format: uuid */
                workflow_id: string;
            }[];
        };
        Step: {
            /** @description The conversation that an AI step had; null: none. */
            conversation_id: string | null;
            /** @description What went wrong. Empty when nothing did. */
            error: string;
            /** @description The ids of the files that the step created. */
            file_ids: string[];
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** @description The exit by which the step was left; null: the only one. */
            handle: string | null;
            /** @description The items of the loops around the step, from the outer to the inner one. */
            iteration: number[];
            /** @description The id of the step. */
            node_id: string;
            /** @description The type of the step. */
            node_type: string;
            /** @description The output as JSON. Empty while there is none. */
            output_json: string;
            /** @description Whether the output is too long to be shown whole. */
            output_truncated: boolean;
            /**
             * @description in tests of a draft: the result was given, and the step was not executed
             * @constant
             */
            pinned?: true;
            /** @description When it started; null: it has not. */
            started_at: number | null;
            /**
             * @description `skipped`: no edge led to it. `waiting`: it waits for a person, a time or a call.
             * @enum {string}
             */
            status: "running" | "waiting" | "success" | "failed" | "skipped";
            /** @description What the step says about itself, or the text that a model wrote. */
            text: string;
            /** @description every try, where there was more than one */
            tries?: components["schemas"]["StepTry"][];
        };
        StepParams: {
            /** @description The params as their templates were rendered, as JSON; empty when there are none to show. Secrets and headers that look like credentials are masked. */
            params_json: string;
            /** @description Whether only the first 20000 characters are shown. */
            params_truncated: boolean;
            /** @description The params that could not be rendered. */
            problems: {
                /** @description What is wrong with it. */
                message: string;
                /** @description The name of the param. */
                param: string;
            }[];
            /** @description Why nothing can be shown; empty otherwise. */
            unavailable: string;
        };
        StepRequest: {
            /** @description In loops, as the run shows it for the step. */
            iteration: number[];
            /** @description The id of the step. */
            node_id: string;
            /** Format: uuid */
            run_id: string;
        };
        StepSummary: {
            /** @description The conversation that an AI step had; null: none. */
            conversation_id: string | null;
            /** @description What went wrong. Empty when nothing did. */
            error: string;
            /** @description The ids of the files that the step created. */
            file_ids: string[];
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** @description The exit by which the step was left; null: the only one. */
            handle: string | null;
            /** @description The items of the loops around the step, from the outer to the inner one. */
            iteration: number[];
            /** @description The id of the step. */
            node_id: string;
            /** @description The type of the step. */
            node_type: string;
            /** @description the length of what is stored of the output */
            output_characters: number;
            /** @description the first 2000 characters */
            output_json: string;
            /** @description Whether the output is too long to be shown whole. */
            output_truncated: boolean;
            /**
             * @description in tests of a draft: the result was given, and the step was not executed
             * @constant
             */
            pinned?: true;
            /** @description When it started; null: it has not. */
            started_at: number | null;
            /**
             * @description `skipped`: no edge led to it. `waiting`: it waits for a person, a time or a call.
             * @enum {string}
             */
            status: "running" | "waiting" | "success" | "failed" | "skipped";
            /** @description What the step says about itself, or the text that a model wrote. */
            text: string;
            /** @description every try, where there was more than one */
            tries?: components["schemas"]["StepTry"][];
        };
        StepTry: {
            /** @description Why the try failed. Empty when it did not. */
            error: string;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** @description milliseconds since the epoch */
            started_at: number;
        };
        /** @description Why a stream broke off. */
        StreamFailure: {
            /**
             * @description What is wrong.
             * @example Not enough credits
             */
            detail: string;
            /**
             * @description The status that an ordinary reply would have.
             * @example 422
             */
            status: number;
            /**
             * @description The name of the status.
             * @example Unprocessable Entity
             */
            text: string;
        };
        SwitchedOperations: {
            /** @description How many changed. */
            changed: number;
            /** @description operations that are enabled now */
            enabled: number;
            version: number;
        };
        TestCreation: {
            /** @description What must be true for the test to pass. */
            expect?: components["schemas"]["TestExpectation"];
            input?: {
                [key: string]: unknown;
            };
            name: string;
            /** @description results of steps that are not executed, by their ids; `id[2]` is the third item of a loop */
            pins?: {
                [key: string]: {
                    /** @description The exit by which the step was left; null: the only one. */
                    handle?: string | null;
                    output: unknown;
                } | {
                    /** @description The step fails with this error. */
                    error: string;
                };
            };
            /** @description The id of the trigger that it starts from. */
            trigger_node_id?: string | null;
            /** Format: uuid */
            workflow_id: string;
        };
        TestExpectation: {
            /** @description what steps with effects are asked to do, by their ids: their whole rendered params; `***` at the end of a text stands for anything */
            effects?: {
                [key: string]: unknown;
            };
            /** @description a part of the error */
            error?: string;
            /** @description the output of the run; objects may have more members than these */
            output?: unknown;
            /** @enum {string} */
            status?: "success" | "failed";
            /** @description how steps end, by their ids; in a loop, for every item; `id[2]` is the third item of a loop */
            steps?: {
                [key: string]: "success" | "failed" | "skipped";
            };
        };
        TestFromRun: {
            name?: string;
            /** Format: uuid */
            run_id: string;
        };
        TestId: {
            /** Format: uuid */
            id: string;
        };
        TestMail: {
            /** @description The address that the mail was sent to. */
            to: string;
        };
        TestsRequest: {
            /** @description The tests to run; by default all. */
            test_ids?: string[];
            /**
             * @default draft
             * @enum {string}
             */
            version?: "draft" | "published";
            /** Format: uuid */
            workflow_id: string;
        };
        TestUpdate: {
            /** @description What must be true for the test to pass. */
            expect?: components["schemas"]["TestExpectation"];
            /** Format: uuid */
            id: string;
            input?: {
                [key: string]: unknown;
            };
            name?: string;
            /** @description results of steps that are not executed, by their ids; `id[2]` is the third item of a loop */
            pins?: {
                [key: string]: {
                    /** @description The exit by which the step was left; null: the only one. */
                    handle?: string | null;
                    output: unknown;
                } | {
                    /** @description The step fails with this error. */
                    error: string;
                };
            };
            /** @description The id of the trigger that it starts from. */
            trigger_node_id?: string | null;
        };
        ToolUse: {
            /** @description unique within the answer */
            call_id: string;
            failed: boolean;
            /** @description the beginning of the params */
            input_json: string;
            name: string;
            /** @description the beginning of the result, as JSON or text; null: not yet */
            output: string | null;
            /** @description what the assistant said before the call */
            said: string;
        };
        ToolUses: {
            /** @description The assistants that use it. */
            assistants: {
                /** @description The assistant; null: none. */
                assistant: components["schemas"]["NamedUse"];
                /** @description The name of the tool. */
                tool: string;
            }[];
            workflows: components["schemas"]["UsingWorkflow"][];
        };
        UploadedFile: {
            /** @description The media type of the file. */
            content_type: string;
            /** @description When it was stored, and by whom. */
            created: {
                /** @description When it happened, in milliseconds since 1970. */
                timestamp: number;
                /** Format: uuid */
                user_id: string;
            };
            /** Format: uuid */
            file_id: string;
            /** @description who has it can download the file */
            file_url: string;
            /** @description The name of the file. */
            filename: string;
            /** Format: uuid */
            id: string;
            /** @description bytes */
            size: number;
        };
        User: {
            /** @description Whether the user is an administrator. */
            admin: boolean;
            /** @description what is left; null means unlimited */
            credits: number | null;
            email: string;
            /** @description A disabled user can not sign in, and their keys are refused. */
            enabled: boolean;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description What the user may do. */
            permissions: {
                /**
                 * @description What the user may do with workflows.
                 * @enum {string}
                 */
                workflow: "write" | "read" | "none";
            };
            /** @description bytes; null means unlimited */
            storage_quota: number | null;
        };
        UserCreation: {
            /** @description Whether the user is an administrator. */
            admin?: boolean;
            /** @description The credits; null: no limit. */
            credits?: number | null;
            /** Format: email */
            email: string;
            /** @description A disabled user can not sign in, and their keys are refused. */
            enabled?: boolean;
            name: string;
            password?: string;
            /** @description What the user may do. */
            permissions?: {
                /**
                 * @description What the user may do with workflows.
                 * @enum {string}
                 */
                workflow?: "write" | "read" | "none";
            };
            /** @description How many bytes of files there may be; null: no limit. */
            storage_quota?: number | null;
        };
        UserId: {
            /** Format: uuid */
            user_id: string;
        };
        UserInvitation: {
            /** @description Whether the user is an administrator. */
            admin?: boolean;
            /** @description The credits; null: no limit. */
            credits?: number | null;
            /**
             * @description Whether a mail is sent, or you pass on the link yourself.
             * @enum {string}
             */
            delivery?: "mail" | "link";
            /** Format: email */
            email: string;
            /** @description A disabled user can not sign in, and their keys are refused. */
            enabled?: boolean;
            name: string;
            /** @description What the user may do. */
            permissions?: {
                /**
                 * @description What the user may do with workflows.
                 * @enum {string}
                 */
                workflow?: "write" | "read" | "none";
            };
            /** @description How many bytes of files there may be; null: no limit. */
            storage_quota?: number | null;
        };
        UserList: {
            items: components["schemas"]["ListedUser"][];
            /** @description whether there is a mail server, so that invitations go by mail unless you ask for a link */
            sends_mail: boolean;
            total: number;
        };
        UserListRequest: {
            /** @description Only administrators, or only the others. */
            admin?: boolean;
            /**
             * Format: uuid
             * @description only this user
             */
            id?: string;
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description How many to leave out at the beginning. */
            skip?: number;
            /** @enum {string} */
            state?: "enabled" | "disabled" | "invited";
            text?: string;
        };
        UserRemains: {
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
        UserShare: {
            scopes: components["schemas"]["ShareScopes"];
            /** @description The e-mail address of the user whom it is shared with. */
            user_email: string;
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write: boolean;
        };
        UserUpdate: {
            /** @description Whether the user is an administrator. */
            admin?: boolean;
            /** @description The credits; null: no limit. */
            credits?: number | null;
            /** Format: email */
            email?: string;
            /** @description A disabled user can not sign in, and their keys are refused. */
            enabled?: boolean;
            /** Format: uuid */
            id: string;
            name?: string;
            password?: string;
            /** @description What the user may do. */
            permissions?: {
                /**
                 * @description What the user may do with workflows.
                 * @enum {string}
                 */
                workflow?: "write" | "read" | "none";
            };
            /** @description How many bytes of files there may be; null: no limit. */
            storage_quota?: number | null;
        };
        UsingWorkflow: {
            /** @description Whether the draft does. */
            draft: boolean;
            /** @description Whether the published version does. */
            published: boolean;
            /** @description The name of the tool. */
            tool: string;
            workflow: components["schemas"]["NamedUse"];
        };
        Variable: {
            /** @description When it was created, and by whom. */
            created: components["schemas"]["VariableStamp"];
            description: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Who owns it. */
            owner: {
                /** @description The id of the organization that it belongs to; null: none. */
                organization_id: string | null;
                user_id: string | null;
            };
            /** @description What the caller may do with it. */
            permissions: {
                /** @description Whether the caller may change it. */
                write: boolean;
            };
            /**
             * @description json is a list, an object, or null
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "json";
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["VariableStamp"];
            value: unknown;
        };
        VariableCreation: {
            description?: string;
            /** @description letters, digits and _; templates read it as vars.name */
            name: string;
            /** @description the owner, otherwise it belongs to the caller alone */
            organization_id?: string | null;
            /**
             * @description json is a list, an object, or null
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "json";
            /** @description fits the type, and has at most 20000 characters of JSON */
            value: unknown;
        };
        VariableDetails: {
            /** @description When it was created, and by whom. */
            created: components["schemas"]["VariableStamp"];
            description: string;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Who owns it. */
            owner: {
                /** @description The id of the organization that it belongs to; null: none. */
                organization_id: string | null;
                user_id: string | null;
            };
            /** @description What the caller may do with it. */
            permissions: {
                /** @description Whether the caller may change it. */
                write: boolean;
            };
            /**
             * @description json is a list, an object, or null
             * @enum {string}
             */
            type: "text" | "number" | "boolean" | "json";
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["VariableStamp"];
            value: unknown;
            /** @description workflows that refer to it in their draft or published version, as far as the caller may see them */
            workflows: components["schemas"]["ReferringWorkflow"][];
        };
        VariableId: {
            /** Format: uuid */
            id: string;
        };
        VariableList: {
            items: components["schemas"]["Variable"][];
            total: number;
        };
        VariableOverride: {
            /** @description letters, digits and _; templates read it as vars.name */
            name: string;
            /** @description null removes the value of the workflow */
            value: unknown;
            /** Format: uuid */
            workflow_id: string;
        };
        VariableQuery: {
            /** @description How many there are at most in the reply. */
            limit?: number;
            /** @description only those of this organization; null: only those of the caller */
            organization_id?: string | null;
            /** @description How many to leave out at the beginning. */
            skip?: number;
            /** @description words of the name or the description */
            text?: string;
            /**
             * @description json is a list, an object, or null
             * @enum {string}
             */
            type?: "text" | "number" | "boolean" | "json";
        };
        VariablesQuery: {
            /** Format: uuid */
            workflow_id: string;
        };
        VariableStamp: {
            /** @description milliseconds since the epoch */
            timestamp: number;
            /** @description Who did it. */
            user_id: string | null;
        };
        VariableUpdate: {
            description?: string;
            /** Format: uuid */
            id: string;
            /** @description the time of the last change that the caller knows; refused when it has changed since */
            if_updated?: number;
            /** @description letters, digits and _; templates read it as vars.name */
            name?: string;
            /**
             * @description json is a list, an object, or null
             * @enum {string}
             */
            type?: "text" | "number" | "boolean" | "json";
            /** @description fits the type, and has at most 20000 characters of JSON */
            value?: unknown;
        };
        VersionPerson: {
            email: string;
            /** Format: uuid */
            id: string;
            name: string;
        };
        VersionsQuery: {
            /** @description only older versions */
            before?: number;
            /**
             * @description How many there are at most in the reply.
             * @default 20
             */
            limit?: number;
            /** Format: uuid */
            workflow_id: string;
        };
        ViewCreation: {
            name: string;
            /**
             * @description The page of the console that it belongs to.
             * @enum {string}
             */
            page: "runs" | "workflows";
            /** @description the part of the address behind the question mark */
            search: string;
        };
        ViewId: {
            /** Format: uuid */
            id: string;
        };
        ViewsRequest: {
            /**
             * @description The page of the console that it belongs to.
             * @enum {string}
             */
            page?: "runs" | "workflows";
        };
        WatchingWorkflow: {
            /** @description Whether its triggers start runs. */
            active: boolean;
            /** @description * for all; null for triggers of files */
            collection: string | null;
            /** @description The events that it is told of. */
            events: string[];
            /** @description * for all; null for triggers of records */
            folder: string | null;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The id of the step. */
            node_id: string;
            /** @enum {string} */
            type: "trigger.booster_record" | "trigger.booster_file";
        };
        WebhookDelivery: {
            /** @description How often it was tried. */
            attempts: number;
            /** @description milliseconds since the epoch */
            created: number;
            /** @description The event that is delivered. */
            event: {
                /** @description The number of the event. */
                id: number;
                /** @description What happened. */
                type: string;
            };
            /** Format: uuid */
            id: string;
            /** @description Why it last failed. */
            last_error: string | null;
            /** @description null: there was no answer */
            last_status: number | null;
            /** Format: uuid */
            panel_id: string;
            /** @enum {string} */
            state: "waiting" | "delivered" | "failed" | "cancelled";
            /** @description the id of the file or the key of the record; deliveries about one subject are in order */
            subject: string;
            /** @description milliseconds since the epoch */
            updated: number;
            /** @description Where it is sent to. */
            url: string;
        };
        WebhookSettings: {
            /** @description The events that it is told of. */
            events: ("file.stored" | "file.changed" | "file.deleted" | "record.created" | "record.changed" | "record.deleted")[];
            /**
             * @description The secret with which the events are signed; by default a new one.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret?: string;
            /** @description Where the events are sent to. */
            url: string;
        };
        Workflow: {
            /** @description Whether the triggers of the published version start runs. */
            active: boolean;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description The definition: the steps and the edges between them. */
            definition: components["schemas"]["Definition"];
            description: string;
            /** @description The groups that it is shared with. */
            group_sharing: components["schemas"]["GroupShare"][];
            /** Format: uuid */
            id: string;
            /** @description The last run; null: there is none. */
            last_run: components["schemas"]["LastRun"] | null;
            name: string;
            /** @description The id of the organization that it belongs to; null: none. */
            organization_id: string | null;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /** @description When it was published; null: never. */
            published_at: number | null;
            /** @description The number of the published version; null: it was never published. */
            published_version: number | null;
            /** @description The user on whose behalf automatic runs execute; null: nobody, because it was never published. */
            run_as: string | null;
            /** @description The users whom it is shared with. */
            sharing: components["schemas"]["UserShare"][];
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
        };
        WorkflowCheck: {
            /** @description The definition: the steps and the edges between them. */
            definition: components["schemas"]["Definition"];
            /**
             * Format: uuid
             * @description whose variables the definition sees; without it, those of the caller
             */
            workflow_id?: string;
        };
        WorkflowCheckResult: {
            /** @description What is wrong, or may be. */
            issues: components["schemas"]["ParamIssue"][];
            valid: boolean;
        };
        WorkflowExample: {
            description: string;
            document: components["schemas"]["ExportDocument"];
            /** @description What it shows. */
            features: string[];
            id: string;
            title: string;
        };
        WorkflowId: {
            /** Format: uuid */
            workflow_id: string;
        };
        WorkflowList: {
            items: components["schemas"]["WorkflowSummary"][];
            total: number;
        };
        WorkflowListQuery: {
            /** @description How many there are at most in the reply. */
            limit?: number;
            /**
             * @description Only those of the caller, or only those of others.
             * @enum {string}
             */
            ownership?: "mine" | "shared";
            /** @description How many to leave out at the beginning. */
            skip?: number;
            /** @enum {string} */
            sort?: "updated" | "name" | "last_run";
            /**
             * @description inactive: published and turned off; draft: never published; failing: the last run failed
             * @enum {string}
             */
            state?: "active" | "inactive" | "draft" | "failing";
            /** @description part of the name, the description, or of an id, name, type or tool of a step, in any case */
            text?: string;
            /** @description a type such as trigger.webhook */
            trigger?: string;
        };
        WorkflowSave: {
            /**
             * Format: uuid
             * @description The revision that the change was made from. It is refused when somebody else saved meanwhile.
             */
            base_revision_id: string;
            /** @description `updated` of the base; with it, changes that only move nodes need no new revision */
            base_updated?: number;
            /** @description The definition: the steps and the edges between them. */
            definition?: components["schemas"]["Definition"];
            description?: string;
            name?: string;
            /**
             * @description How it came about.
             * @enum {string}
             */
            origin?: "editor";
            /** Format: uuid */
            workflow_id: string;
        };
        WorkflowSaveResult: {
            /** @description What is wrong, or may be. */
            issues: components["schemas"]["ParamIssue"][];
            /**
             * Format: uuid
             * @description The revision that the draft has now.
             */
            revision_id: string;
            /** @description when the revision last changed; moves may be merged into a revision */
            updated: number;
        };
        WorkflowSettings: {
            /**
             * Alert
             * @description Who is told when automatic runs fail. By default the owner, at once and then once an hour.
             */
            alert?: boolean | {
                /**
                 * After
                 * @description Failures in a row before anybody is told.
                 * @default 1
                 */
                after?: number;
                /**
                 * E-mail addresses
                 * @description Addresses that get a mail.
                 */
                emails?: string[];
                /**
                 * Every
                 * @description Minutes between two messages while it keeps failing.
                 * @default 60
                 */
                every_minutes?: number;
                /**
                 * Users
                 * @description E-mail addresses or ids of users, who get a notification.
                 */
                users?: string[];
            };
            /**
             * Concurrency
             * @description Limits on how many runs execute at once.
             */
            concurrency?: {
                /**
                 * Key
                 * @description An expression on the input. The limit counts for each of its values.
                 */
                key?: string;
                /**
                 * Limit
                 * @description How many runs execute at once.
                 */
                limit: number;
                /**
                 * Name
                 * @description What the workflows of an organization that share the limit call it.
                 */
                name?: string;
                /**
                 * When full
                 * @description What happens to a further run: it waits, it is not made, it replaces the one that waits, or it cancels the oldest.
                 * @default queue
                 * @enum {string}
                 */
                on_full?: "queue" | "skip" | "replace" | "cancel";
                /**
                 * Queue
                 * @description How many runs may wait for each key.
                 * @default 50
                 */
                queued?: number;
                /**
                 * Scope
                 * @description Whether the workflow has the limit alone, or all workflows of the organization with the same name.
                 * @default workflow
                 * @enum {string}
                 */
                scope?: "workflow" | "organization";
                /**
                 * While it waits
                 * @description Whether a run that waits for a person or a time gives its place to another.
                 * @default release
                 * @enum {string}
                 */
                while_waiting?: "release" | "hold";
            }[];
            /**
             * Keep runs
             * @description Days for which ended runs are kept, at most as long as the installation keeps them.
             */
            keep_days?: number;
            /**
             * Labels
             * @description Labels by which runs are found, each with an expression on the input. Names are like order_id.
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * Priority
             * @description Seconds of head start in the queue, as a number or an expression on the input. A negative one lets others pass.
             */
            priority?: number | string;
            /**
             * Retry
             * @description How often a failed automatic run is tried again from the failed step.
             */
            retry?: {
                /**
                 * Attempts
                 * @description Tries in all, the first one included.
                 */
                attempts: number;
                /**
                 * Backoff
                 * @description Factor by which the wait grows from try to try.
                 * @default 2
                 */
                backoff?: number;
                /**
                 * Delay
                 * @description Seconds to wait before the second try.
                 * @default 60
                 */
                delay_seconds?: number;
            };
            /**
             * Who sees runs
             * @description Whether everybody who may change the workflow sees all its runs, or each person only those that execute on their behalf.
             * @default team
             * @enum {string}
             */
            runs?: "team" | "own";
            /**
             * Tests
             * @description Whether all stored tests must pass before the workflow can be published.
             * @default optional
             * @enum {string}
             */
            tests?: "optional" | "required";
            /**
             * Tool
             * @description How the workflow is offered as a tool.
             */
            tool?: {
                /**
                 * Description
                 * @description What the tool does and when to use it, for the model. By default, the description of the workflow.
                 */
                description?: string;
                /**
                 * Offered
                 * @description Whether programs that use Heddle as an MCP server get the workflow as a tool.
                 * @default false
                 */
                offered?: boolean;
            };
        };
        WorkflowSummary: {
            /** @description Whether its triggers start runs. */
            active: boolean;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description runs that ended or paused in the last 24 hours */
            day: {
                /** @description How many failed. */
                failed: number;
                /** @description 24, the oldest first */
                hours: components["schemas"]["HourOfRuns"][];
                total: number;
            };
            description: string;
            /** @description Whether the draft differs from the published version. */
            draft_changed: boolean;
            /** Format: uuid */
            id: string;
            /** @description The last run; null: there is none. */
            last_run: components["schemas"]["LastRun"] | null;
            name: string;
            /** @description The id of the organization that it belongs to; null: none. */
            organization_id: string | null;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /** @description When it was published; null: never. */
            published_at: number | null;
            /** @description The number of the published version; null: it was never published. */
            published_version: number | null;
            /** @description How many steps it has. */
            steps: number;
            /** @description of the published version, or of the draft when nothing is published */
            triggers: {
                /** @description When it last started a run; null: never. */
                last_fired_at: number | null;
                /** @description When it starts the next run; null: at no known time. */
                next_run_at: number | null;
                /** @description The id of the step. */
                node_id: string;
                type: string;
            }[];
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
            /** @description runs that wait for people */
            waiting: number;
        };
        WorkflowTest: {
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description What must be true for the test to pass. */
            expect: components["schemas"]["TestExpectation"];
            /** Format: uuid */
            id: string;
            input: unknown;
            /** @description of the last time that it was executed with the draft */
            last_problems: string[] | null;
            /** @description When it last ran; null: never. */
            last_run_at: number | null;
            name: string;
            /** @description The results that steps are given instead of executing, by the ids of the steps. */
            pins: {
                [key: string]: {
                    /** @description The exit by which the step was left; null: the only one. */
                    handle?: string | null;
                    output: unknown;
                } | {
                    /** @description The step fails with this error. */
                    error: string;
                };
            };
            /** @description The id of the trigger that it starts from. */
            trigger_node_id: string | null;
            /** @description When it was last changed. */
            updated_at: number;
            /** Format: uuid */
            workflow_id: string;
        };
        WorkflowTestResult: {
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /** @description What went wrong. Empty when nothing did. */
            error: string;
            /** Format: uuid */
            id: string;
            name: string;
            passed: boolean;
            /** @description What did not come out as expected. */
            problems: string[];
            /** @description The status with which the run of the test ended. */
            status: string;
            steps: {
                /** @description What went wrong. Empty when nothing did. */
                error: string;
                /** @description The items of the loops around the step, from the outer to the inner one. */
                iteration: number[];
                /** @description The id of the step. */
                node_id: string;
                status: string;
            }[];
        };
        WorkflowTestResults: {
            /** @description How many failed. */
            failed: number;
            /** @description How many tests passed. */
            passed: number;
            /** @description The result of each test. */
            results: components["schemas"]["WorkflowTestResult"][];
        };
    };
    responses: {
        /** @description A service that was called for this failed. */
        BadGateway: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The model could not be reached",
                 *       "code": "model_failed"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It exists already, or was changed meanwhile. */
        Conflict: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the record was changed by somebody else meanwhile",
                 *       "code": "record_changed_since"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller may not do this. */
        Forbidden: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "permission denied",
                 *       "code": "permission_denied"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the service. The log has it under the `X-Request-Id` of the reply. */
        InternalError: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "internal error",
                 *       "code": "internal_error"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another request is changing it: try again. */
        Locked: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The workflow is being changed by another request",
                 *       "code": "workflow_locked"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It does not exist, or the caller may not know of it. */
        NotFound: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "entity not found",
                 *       "code": "entity_not_found"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The answer took too long. */
        TimedOut: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The answer took longer than 300 seconds",
                 *       "code": "answer_timed_out"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the endpoint accepts. */
        TooLarge: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the request body is larger than 1048576 bytes",
                 *       "code": "body_too_large"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A limit on requests is reached: wait as long as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Too many requests",
                 *       "code": "too_many_requests"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no key, or it is unknown, disabled or without the scope. */
        Unauthorized: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "API key is invalid",
                 *       "code": "api_key_invalid"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is busy or stopping: try again. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the database of the service is busy",
                 *       "code": "database_busy"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input is not valid, or the state of things does not allow it. */
        Unprocessable: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "validation error: name: is required",
                 *       "code": "validation_error",
                 *       "field": "/name"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The limit of the rate tier: how many requests are left (`r`), and for how many seconds (`t`).
         * @example "default";r=597;t=42
         */
        RateLimit: string;
        /**
         * @description The rate tier: how many requests (`q`) are allowed in how many seconds (`w`).
         * @example "default";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The number of seconds after which to try again.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description The fields of the request that the endpoint does not know, and has ignored.
         * @example 299 - "Unknown fields are ignored: colour"
         */
        Warning: string;
        /**
         * @description The name of the error, which stays when its text changes.
         * @example workflow_not_found
         */
        "X-Error-Code": string;
        /**
         * @description The id of the request, by which the log of the service names it. A client may send its own.
         * @example 0c8f6a1e-7d5b-4c39-9a39-5a3c2a7f1d10
         */
        "X-Request-Id": string;
        /**
         * @description The ids of the first 20 runs that the change of the panel starts, with commas between them. Absent when it starts none.
         * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
         */
        "X-Started-Runs": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    approvalContext: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "approval_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assignees": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "email": "ada@example.org"
                     *         }
                     *       ],
                     *       "run": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "started_at": 1767225600000,
                     *         "asked_by": {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "email": "ada@example.org"
                     *         },
                     *         "may_read": true
                     *       },
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "type": "text",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000
                     *         }
                     *       ],
                     *       "now": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalContext"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    approvalList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "waiting"
                 *     }
                 */
                "application/json": components["schemas"]["InboxRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "created_at": 1767225600000,
                     *           "status": "pending",
                     *           "title": "Approve invoice 1042",
                     *           "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "workflow_name": "Invoices",
                     *           "asked_by": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices",
                     *             "email": "ada@example.org"
                     *           },
                     *           "expires_at": 1767225600000,
                     *           "decided_by": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices",
                     *             "email": "ada@example.org"
                     *           },
                     *           "ended_at": 1767225600000
                     *         }
                     *       ],
                     *       "next": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["InboxPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    auditCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    auditFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "at": 1767225600000,
                     *         "actor": {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "email": "ada@example.org"
                     *         },
                     *         "via": "session",
                     *         "key": {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         },
                     *         "address": "text",
                     *         "action": "text",
                     *         "subject": {
                     *           "kind": "text",
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         },
                     *         "details": {
                     *           "example": "text"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditEvent"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    auditPerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["PersonExportRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "list": "audit",
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "at": 1767225600000,
                     *           "details": {
                     *             "example": "text"
                     *           }
                     *         }
                     *       ],
                     *       "next": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    builderChangeGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "change_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "kind": "edit",
                     *       "state": "open",
                     *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "before": {
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "definition": {}
                     *       },
                     *       "after": {
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "definition": {}
                     *       },
                     *       "created": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["BuilderChange"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    builderChangeOpen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["OpenChangesRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "kind": "edit",
                     *         "created": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OpenChange"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    builderChangeSettle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "change_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "state": "kept"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeSettling"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "kind": "edit",
                     *       "state": "open",
                     *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "before": {
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "definition": {}
                     *       },
                     *       "after": {
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "definition": {}
                     *       },
                     *       "created": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["BuilderChange"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    chatStop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ConversationId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stopping": true
                     *     }
                     */
                    "application/json": components["schemas"]["ChatStop"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    chatStream: {
        parameters: {
            query?: {
                /**
                 * @description With `sse`, and `Accept: text/event-stream`, the reply is server-sent events.
                 * @example sse
                 */
                format?: "sse";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Please check the amount."
                 *     }
                 */
                "application/json": components["schemas"]["ConsoleChatRequest"];
            };
        };
        responses: {
            /** @description The events as they happen: JSON objects one after another, with nothing between them. With `Accept: application/x-ndjson` there is one per line. With `Accept: text/event-stream` and `?format=sse` they are server-sent events, whose `data` is the object. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "chat_start",
                     *         "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "text": "",
                     *         "tool": {
                     *           "call_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "said": "text",
                     *           "name": "Invoices",
                     *           "input_json": "{\"total\":120}",
                     *           "output": "text",
                     *           "failed": true
                     *         },
                     *         "message": {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "role": "user",
                     *           "content": "The total is 120 EUR.",
                     *           "model": "local/small",
                     *           "files": [
                     *             {
                     *               "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "filename": "1042.pdf",
                     *               "content_type": "application/pdf",
                     *               "file_url": "https://example.org/invoices",
                     *               "size": 48213
                     *             }
                     *           ],
                     *           "credits": 0.4,
                     *           "created": 1767225600000
                     *         }
                     *       },
                     *       "error": null
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["ConsoleChatStreamObject"];
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "chat_start",
                     *         "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "text": "",
                     *         "tool": {
                     *           "call_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "said": "text",
                     *           "name": "Invoices",
                     *           "input_json": "{\"total\":120}",
                     *           "output": "text",
                     *           "failed": true
                     *         },
                     *         "message": {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "role": "user",
                     *           "content": "The total is 120 EUR.",
                     *           "model": "local/small",
                     *           "files": [
                     *             {
                     *               "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "filename": "1042.pdf",
                     *               "content_type": "application/pdf",
                     *               "file_url": "https://example.org/invoices",
                     *               "size": 48213
                     *             }
                     *           ],
                     *           "credits": 0.4,
                     *           "created": 1767225600000
                     *         }
                     *       },
                     *       "error": null
                     *     }
                     */
                    "text/event-stream": components["schemas"]["ConsoleChatStreamObject"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["TimedOut"];
        };
    };
    connectorAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "kind": "header",
                 *       "fields": {
                 *         "example": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AccountSetting"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "base_url": "https://example.org/invoices",
                     *       "allowed_hosts": [
                     *         "text"
                     *       ],
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "pagination": {
                     *         "kind": "link"
                     *       },
                     *       "rate": {
                     *         "calls": 1,
                     *         "seconds": 1
                     *       },
                     *       "gallery": "text",
                     *       "document": {
                     *         "url": "https://example.org/invoices",
                     *         "format": "swagger-2.0",
                     *         "title": "Approve invoice 1042",
                     *         "version": "1.0",
                     *         "size": 48213,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "read": 1
                     *       },
                     *       "security": [
                     *         {
                     *           "scheme": "text",
                     *           "kind": "header",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "fields": {
                     *             "example": "text"
                     *           }
                     *         }
                     *       ],
                     *       "operations": 1,
                     *       "enabled": 1,
                     *       "skipped_count": 1,
                     *       "version": 3,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tags": [
                     *         {
                     *           "name": "Invoices",
                     *           "count": 1,
                     *           "enabled": 1
                     *         }
                     *       ],
                     *       "skipped": [
                     *         {
                     *           "method": "text",
                     *           "path": "invoices/1042.pdf",
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "account": {
                     *         "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "kind": "header",
                     *         "state": "ready"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "invoices"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "base_url": "https://example.org/invoices",
                     *       "allowed_hosts": [
                     *         "text"
                     *       ],
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "pagination": {
                     *         "kind": "link"
                     *       },
                     *       "rate": {
                     *         "calls": 1,
                     *         "seconds": 1
                     *       },
                     *       "gallery": "text",
                     *       "document": {
                     *         "url": "https://example.org/invoices",
                     *         "format": "swagger-2.0",
                     *         "title": "Approve invoice 1042",
                     *         "version": "1.0",
                     *         "size": 48213,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "read": 1
                     *       },
                     *       "security": [
                     *         {
                     *           "scheme": "text",
                     *           "kind": "header",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "fields": {
                     *             "example": "text"
                     *           }
                     *         }
                     *       ],
                     *       "operations": 1,
                     *       "enabled": 1,
                     *       "skipped_count": 1,
                     *       "version": 3,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tags": [
                     *         {
                     *           "name": "Invoices",
                     *           "count": 1,
                     *           "enabled": 1
                     *         }
                     *       ],
                     *       "skipped": [
                     *         {
                     *           "method": "text",
                     *           "path": "invoices/1042.pdf",
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "account": {
                     *         "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "kind": "header",
                     *         "state": "ready"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorId"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorEnable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["OperationSwitch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 1,
                     *       "enabled": 1,
                     *       "version": 3
                     *     }
                     */
                    "application/json": components["schemas"]["SwitchedOperations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "skip": 1,
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "base_url": "https://example.org/invoices",
                     *           "allowed_hosts": [
                     *             "text"
                     *           ],
                     *           "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "credential": "own",
                     *           "pagination": {
                     *             "kind": "link"
                     *           },
                     *           "rate": {
                     *             "calls": 1,
                     *             "seconds": 1
                     *           },
                     *           "gallery": "text",
                     *           "document": {
                     *             "url": "https://example.org/invoices",
                     *             "format": "swagger-2.0",
                     *             "title": "Approve invoice 1042",
                     *             "version": "1.0",
                     *             "size": 48213,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "read": 1
                     *           },
                     *           "security": [
                     *             {
                     *               "scheme": "text",
                     *               "kind": "header",
                     *               "description": "Reads invoices and asks for an approval.",
                     *               "fields": {
                     *                 "example": "text"
                     *               }
                     *             }
                     *           ],
                     *           "operations": 1,
                     *           "enabled": 1,
                     *           "skipped_count": 1,
                     *           "version": 3,
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "permissions": {
                     *             "use": true,
                     *             "write": true
                     *           },
                     *           "sharing": [
                     *             {
                     *               "user_email": "ada@example.org",
                     *               "write": true
                     *             }
                     *           ],
                     *           "group_sharing": [
                     *             {
                     *               "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "write": true
                     *             }
                     *           ],
                     *           "created": 1767225600000,
                     *           "updated": 1767225600000
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorGallery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": ""
                 *     }
                 */
                "application/json": components["schemas"]["GalleryQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "slug": "text",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "categories": [
                     *             "text"
                     *           ],
                     *           "document_url": "https://example.org/invoices",
                     *           "base_url": "https://example.org/invoices",
                     *           "docs_url": "https://example.org/invoices",
                     *           "auth": [
                     *             "header"
                     *           ],
                     *           "credential": {
                     *             "kind": "header",
                     *             "hosts": [
                     *               "text"
                     *             ],
                     *             "fields": {
                     *               "example": "text"
                     *             },
                     *             "hint": "text"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Gallery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "base_url": "https://example.org/invoices",
                     *       "allowed_hosts": [
                     *         "text"
                     *       ],
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "pagination": {
                     *         "kind": "link"
                     *       },
                     *       "rate": {
                     *         "calls": 1,
                     *         "seconds": 1
                     *       },
                     *       "gallery": "text",
                     *       "document": {
                     *         "url": "https://example.org/invoices",
                     *         "format": "swagger-2.0",
                     *         "title": "Approve invoice 1042",
                     *         "version": "1.0",
                     *         "size": 48213,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "read": 1
                     *       },
                     *       "security": [
                     *         {
                     *           "scheme": "text",
                     *           "kind": "header",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "fields": {
                     *             "example": "text"
                     *           }
                     *         }
                     *       ],
                     *       "operations": 1,
                     *       "enabled": 1,
                     *       "skipped_count": 1,
                     *       "version": 3,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tags": [
                     *         {
                     *           "name": "Invoices",
                     *           "count": 1,
                     *           "enabled": 1
                     *         }
                     *       ],
                     *       "skipped": [
                     *         {
                     *           "method": "text",
                     *           "path": "invoices/1042.pdf",
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "account": {
                     *         "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "kind": "header",
                     *         "state": "ready"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorOperation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorOperationId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Invoices",
                     *       "tool": "text",
                     *       "method": "text",
                     *       "path": "invoices/1042.pdf",
                     *       "title": "Approve invoice 1042",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "tags": [
                     *         "text"
                     *       ],
                     *       "deprecated": true,
                     *       "enabled": true,
                     *       "paging": {
                     *         "kind": "link"
                     *       },
                     *       "input_schema": {}
                     *     }
                     */
                    "application/json": components["schemas"]["OperationDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorOperations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["OperationQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "Invoices",
                     *           "tool": "text",
                     *           "method": "text",
                     *           "path": "invoices/1042.pdf",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "tags": [
                     *             "text"
                     *           ],
                     *           "deprecated": true,
                     *           "enabled": true,
                     *           "paging": {
                     *             "kind": "link"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["OperationList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/invoices",
                 *       "document": "text",
                 *       "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "gallery": "text"
                 *     }
                 */
                "application/json": components["schemas"]["DocumentSource"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "title": "Approve invoice 1042",
                     *       "version": "1.0",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "format": "swagger-2.0",
                     *       "base_url": "https://example.org/invoices",
                     *       "other_hosts": [
                     *         {
                     *           "host": "text",
                     *           "operations": [
                     *             "text"
                     *           ],
                     *           "count": 1
                     *         }
                     *       ],
                     *       "security": [
                     *         {
                     *           "scheme": "text",
                     *           "kind": "header",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "fields": {
                     *             "example": "text"
                     *           }
                     *         }
                     *       ],
                     *       "tags": [
                     *         {
                     *           "name": "Invoices",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "operations": 1,
                     *       "skipped": [
                     *         {
                     *           "method": "text",
                     *           "path": "invoices/1042.pdf",
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "skipped_count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorPreview"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorRefresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorRefreshRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "refresh_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "added": [
                     *         "text"
                     *       ],
                     *       "removed": [
                     *         "text"
                     *       ],
                     *       "changed": [
                     *         {
                     *           "name": "Invoices",
                     *           "what": [
                     *             "params"
                     *           ]
                     *         }
                     *       ],
                     *       "unchanged": 1,
                     *       "used": [
                     *         {
                     *           "tool": "text",
                     *           "workflow": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices"
                     *           },
                     *           "draft": true,
                     *           "published": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorRefresh"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorRefreshApply: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "refresh_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorRefreshApplication"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "base_url": "https://example.org/invoices",
                     *       "allowed_hosts": [
                     *         "text"
                     *       ],
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "pagination": {
                     *         "kind": "link"
                     *       },
                     *       "rate": {
                     *         "calls": 1,
                     *         "seconds": 1
                     *       },
                     *       "gallery": "text",
                     *       "document": {
                     *         "url": "https://example.org/invoices",
                     *         "format": "swagger-2.0",
                     *         "title": "Approve invoice 1042",
                     *         "version": "1.0",
                     *         "size": 48213,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "read": 1
                     *       },
                     *       "security": [
                     *         {
                     *           "scheme": "text",
                     *           "kind": "header",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "fields": {
                     *             "example": "text"
                     *           }
                     *         }
                     *       ],
                     *       "operations": 1,
                     *       "enabled": 1,
                     *       "skipped_count": 1,
                     *       "version": 3,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tags": [
                     *         {
                     *           "name": "Invoices",
                     *           "count": 1,
                     *           "enabled": 1
                     *         }
                     *       ],
                     *       "skipped": [
                     *         {
                     *           "method": "text",
                     *           "path": "invoices/1042.pdf",
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "account": {
                     *         "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "kind": "header",
                     *         "state": "ready"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "base_url": "https://example.org/invoices",
                     *       "allowed_hosts": [
                     *         "text"
                     *       ],
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "pagination": {
                     *         "kind": "link"
                     *       },
                     *       "rate": {
                     *         "calls": 1,
                     *         "seconds": 1
                     *       },
                     *       "gallery": "text",
                     *       "document": {
                     *         "url": "https://example.org/invoices",
                     *         "format": "swagger-2.0",
                     *         "title": "Approve invoice 1042",
                     *         "version": "1.0",
                     *         "size": 48213,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "read": 1
                     *       },
                     *       "security": [
                     *         {
                     *           "scheme": "text",
                     *           "kind": "header",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "fields": {
                     *             "example": "text"
                     *           }
                     *         }
                     *       ],
                     *       "operations": 1,
                     *       "enabled": 1,
                     *       "skipped_count": 1,
                     *       "version": 3,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tags": [
                     *         {
                     *           "name": "Invoices",
                     *           "count": 1,
                     *           "enabled": 1
                     *         }
                     *       ],
                     *       "skipped": [
                     *         {
                     *           "method": "text",
                     *           "path": "invoices/1042.pdf",
                     *           "reason": "text"
                     *         }
                     *       ],
                     *       "account": {
                     *         "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "kind": "header",
                     *         "state": "ready"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectorUses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workflows": [
                     *         {
                     *           "tool": "text",
                     *           "workflow": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices"
                     *           },
                     *           "draft": true,
                     *           "published": true
                     *         }
                     *       ],
                     *       "assistants": [
                     *         {
                     *           "tool": "text",
                     *           "assistant": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ToolUses"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    conversationGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ConversationRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "title": "Approve invoice 1042",
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "model": "local/small",
                     *       "assistant": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "run": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "workflow_name": "Invoices"
                     *       },
                     *       "message_count": 1,
                     *       "answering": "chat",
                     *       "credits": 0.4,
                     *       "messages": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "role": "user",
                     *           "content": "The total is 120 EUR.",
                     *           "model": "local/small",
                     *           "files": [
                     *             {
                     *               "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "filename": "1042.pdf",
                     *               "content_type": "application/pdf",
                     *               "file_url": "https://example.org/invoices",
                     *               "size": 48213
                     *             }
                     *           ],
                     *           "credits": 0.4,
                     *           "created": 1767225600000,
                     *           "position": 1,
                     *           "tools": [
                     *             {
                     *               "call_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "said": "text",
                     *               "name": "Invoices",
                     *               "input_json": "{\"total\":120}",
                     *               "output": "text",
                     *               "failed": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "unfinished": [
                     *         {
                     *           "call_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "said": "text",
                     *           "name": "Invoices",
                     *           "input_json": "{\"total\":120}",
                     *           "output": "text",
                     *           "failed": true
                     *         }
                     *       ],
                     *       "has_earlier": true
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleConversation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    conversationList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "assistant_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "limit": 1,
                 *       "before": "text"
                 *     }
                 */
                "application/json": components["schemas"]["ConversationListRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "title": "Approve invoice 1042",
                     *           "created": 1767225600000,
                     *           "updated": 1767225600000,
                     *           "model": "local/small",
                     *           "assistant": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices",
                     *             "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "run": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "workflow_name": "Invoices"
                     *           },
                     *           "message_count": 1,
                     *           "answering": "chat"
                     *         }
                     *       ],
                     *       "next": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    conversationRename: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "title": "Approve invoice 1042"
                 *     }
                 */
                "application/json": components["schemas"]["ConversationTitle"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialConnect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["CredentialConnection"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialConnectionReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices",
                 *       "kind": "header",
                 *       "hosts": [
                 *         "text"
                 *       ],
                 *       "fields": {
                 *         "example": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CredentialCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "kind": "header",
                     *       "hosts": [
                     *         "text"
                     *       ],
                     *       "fields": {
                     *         "example": "text"
                     *       },
                     *       "template_places": [
                     *         "url"
                     *       ],
                     *       "template_fields": [
                     *         "text"
                     *       ],
                     *       "version": 3,
                     *       "state": "ready",
                     *       "connected": {
                     *         "account": "text",
                     *         "expires_at": 1767225600000,
                     *         "scopes": [
                     *           "text"
                     *         ]
                     *       },
                     *       "rotate_at": 1767225600000,
                     *       "last_used_at": 1767225600000,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Credential"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["CredentialId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialId"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialDisconnect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["CredentialDisconnection"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true,
                     *       "revoked": true
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialDisconnectionReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "kind": "header",
                 *       "usable": true,
                 *       "skip": 1,
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["CredentialQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "kind": "header",
                     *           "hosts": [
                     *             "text"
                     *           ],
                     *           "fields": {
                     *             "example": "text"
                     *           },
                     *           "template_places": [
                     *             "url"
                     *           ],
                     *           "template_fields": [
                     *             "text"
                     *           ],
                     *           "version": 3,
                     *           "state": "ready",
                     *           "connected": {
                     *             "account": "text",
                     *             "expires_at": 1767225600000,
                     *             "scopes": [
                     *               "text"
                     *             ]
                     *           },
                     *           "rotate_at": 1767225600000,
                     *           "last_used_at": 1767225600000,
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "permissions": {
                     *             "use": true,
                     *             "write": true
                     *           },
                     *           "sharing": [
                     *             {
                     *               "user_email": "ada@example.org",
                     *               "write": true
                     *             }
                     *           ],
                     *           "group_sharing": [
                     *             {
                     *               "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "write": true
                     *             }
                     *           ],
                     *           "created": {
                     *             "timestamp": 1767225600000,
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "updated": {
                     *             "timestamp": 1767225600000,
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["CredentialId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "kind": "header",
                     *       "hosts": [
                     *         "text"
                     *       ],
                     *       "fields": {
                     *         "example": "text"
                     *       },
                     *       "template_places": [
                     *         "url"
                     *       ],
                     *       "template_fields": [
                     *         "text"
                     *       ],
                     *       "version": 3,
                     *       "state": "ready",
                     *       "connected": {
                     *         "account": "text",
                     *         "expires_at": 1767225600000,
                     *         "scopes": [
                     *           "text"
                     *         ]
                     *       },
                     *       "rotate_at": 1767225600000,
                     *       "last_used_at": 1767225600000,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Credential"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kinds": [
                     *         {
                     *           "kind": "header",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "fields": [
                     *             {
                     *               "name": "Invoices",
                     *               "title": "Approve invoice 1042",
                     *               "description": "Reads invoices and asks for an approval.",
                     *               "secret": true,
                     *               "required": true,
                     *               "type": "text",
                     *               "choices": [
                     *                 "text"
                     *               ]
                     *             }
                     *           ],
                     *           "own_fields": true,
                     *           "connectable": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialKinds"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["CredentialTest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "status": 1,
                     *       "message": "Please check the amount."
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialTestResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["CredentialUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "kind": "header",
                     *       "hosts": [
                     *         "text"
                     *       ],
                     *       "fields": {
                     *         "example": "text"
                     *       },
                     *       "template_places": [
                     *         "url"
                     *       ],
                     *       "template_fields": [
                     *         "text"
                     *       ],
                     *       "version": 3,
                     *       "state": "ready",
                     *       "connected": {
                     *         "account": "text",
                     *         "expires_at": 1767225600000,
                     *         "scopes": [
                     *           "text"
                     *         ]
                     *       },
                     *       "rotate_at": 1767225600000,
                     *       "last_used_at": 1767225600000,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Credential"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    credentialUses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["CredentialId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workflows": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "draft": true,
                     *           "published": true
                     *         }
                     *       ],
                     *       "connectors": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         }
                     *       ],
                     *       "mcp_servers": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         }
                     *       ],
                     *       "recent": [
                     *         {
                     *           "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "workflow_name": "Invoices",
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "host": "text",
                     *           "hour": 1,
                     *           "count": 1,
                     *           "refused": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CredentialUsers"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    eventSend: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description the same key again within a day sends nothing again
                 * @example text
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["EventRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "woken": 1,
                     *       "woken_runs": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SentEvent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fileCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fileDelete: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                    "application/json": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fileEndLinks: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "filename": "1042.pdf",
                     *       "content_type": "application/pdf",
                     *       "file_url": "https://example.org/invoices",
                     *       "size": 48213
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedFile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fileFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "filename": "1042.pdf",
                     *         "content_type": "application/pdf",
                     *         "file_url": "https://example.org/invoices",
                     *         "size": 48213
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UploadedFile"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fileGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "filename": "1042.pdf",
                     *       "content_type": "application/pdf",
                     *       "file_url": "https://example.org/invoices",
                     *       "size": 48213
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedFile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fileUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": ""
                 *     }
                 */
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "filename": "1042.pdf",
                     *       "content_type": "application/pdf",
                     *       "file_url": "https://example.org/invoices",
                     *       "size": 48213
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedFile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": ""
                 *     }
                 */
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "kind": "workflow",
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "path": "invoices/1042.pdf"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SearchResult"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["GroupCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "members": [
                     *         {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Group"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupDelete: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                    "application/json": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "members": [
                     *           {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Group"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "members": [
                     *         {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Group"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "skip": 1,
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["GroupListRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "members": [
                     *             {
                     *               "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["GroupList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupMemberRemove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["GroupMember"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupMemberSet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["GroupMember"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    groupUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["GroupRename"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "members": [
                     *         {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Group"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    installationCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checked_at": 1767225600000,
                     *       "checks": [
                     *         {
                     *           "kind": "database",
                     *           "name": "Invoices",
                     *           "state": "ok",
                     *           "took_ms": 1,
                     *           "error_kind": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    installationGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "1.0",
                     *       "node_version": "text",
                     *       "postgres_version": "text",
                     *       "public_url": "https://example.org/invoices",
                     *       "jobs": {
                     *         "waiting": 1,
                     *         "active": 1,
                     *         "dead": 1
                     *       },
                     *       "runs": {
                     *         "queued": 1,
                     *         "running": 1,
                     *         "waiting": 1
                     *       },
                     *       "settings": [
                     *         {
                     *           "area": "text",
                     *           "variable": "text",
                     *           "value": "text",
                     *           "secret": true,
                     *           "set": true,
                     *           "default": "text",
                     *           "differs": true,
                     *           "meaning": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    installationJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "kind": "text",
                 *       "skip": 0,
                 *       "limit": 100
                 *     }
                 */
                "application/json": components["schemas"]["JobsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kinds": [
                     *         {
                     *           "kind": "text",
                     *           "waiting": 1,
                     *           "retrying": 1,
                     *           "active": 1,
                     *           "dead": 1
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "dead": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "kind": "text",
                     *           "attempts": 1,
                     *           "error_kind": "text",
                     *           "created_at": 1767225600000,
                     *           "failed_at": 1767225600000,
                     *           "ids": {
                     *             "example": "text"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JobList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    installationJobsDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "kind": "text"
                 *     }
                 */
                "application/json": components["schemas"]["JobChoice"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["JobsChanged"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    installationJobsRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "kind": "text"
                 *     }
                 */
                "application/json": components["schemas"]["JobChoice"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["JobsChanged"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    installationMailTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "to": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["TestMail"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
        };
    };
    installationProcesses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "kind": "serve",
                     *         "host": "text",
                     *         "pid": 1,
                     *         "version": "1.0",
                     *         "works": true,
                     *         "alive": true,
                     *         "is_this": true,
                     *         "started_at": 1767225600000,
                     *         "seen_at": 1767225600000,
                     *         "runs": 1,
                     *         "jobs": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["InstallationProcess"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    keyCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    keyCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices",
                 *       "scopes": [
                 *         "service.workflow"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["KeyCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "enabled": true,
                     *       "created_at": 1767225600000,
                     *       "last_used_at": 1767225600000,
                     *       "key": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    keyDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["KeyDeletion"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "enabled": true,
                     *       "created_at": 1767225600000,
                     *       "last_used_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    keyFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "scopes": [
                     *           "text"
                     *         ],
                     *         "enabled": true,
                     *         "created_at": 1767225600000,
                     *         "last_used_at": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    keyGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "enabled": true,
                     *       "created_at": 1767225600000,
                     *       "last_used_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    keyUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["KeyUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "enabled": true,
                     *       "created_at": 1767225600000,
                     *       "last_used_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    live: {
        parameters: {
            query?: {
                /**
                 * @description With `sse`, and `Accept: text/event-stream`, the reply is server-sent events.
                 * @example sse
                 */
                format?: "sse";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tab_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["LiveRequest"];
            };
        };
        responses: {
            /** @description The events as they happen: JSON objects one after another, with nothing between them. With `Accept: application/x-ndjson` there is one per line. With `Accept: text/event-stream` and `?format=sse` they are server-sent events, whose `data` is the object. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "hello"
                     *       },
                     *       "error": null
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["LiveStreamObject"];
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "hello"
                     *       },
                     *       "error": null
                     *     }
                     */
                    "text/event-stream": components["schemas"]["LiveStreamObject"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcpServerCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["McpServerId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "url": "https://example.org/invoices",
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "enabled": true,
                     *       "state": "ready",
                     *       "error": "",
                     *       "checked_at": 1767225600000,
                     *       "tool_count": 1,
                     *       "left_out": 1,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tools": [
                     *         {
                     *           "name": "Invoices",
                     *           "tool": "text",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "enabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["McpServer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcpServerConnect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["McpServerConnection"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["McpServerConnectionReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcpServerCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "invoices",
                 *       "url": "https://example.org/invoices"
                 *     }
                 */
                "application/json": components["schemas"]["McpServerCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "url": "https://example.org/invoices",
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "enabled": true,
                     *       "state": "ready",
                     *       "error": "",
                     *       "checked_at": 1767225600000,
                     *       "tool_count": 1,
                     *       "left_out": 1,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tools": [
                     *         {
                     *           "name": "Invoices",
                     *           "tool": "text",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "enabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["McpServer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcpServerDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["McpServerId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcpServerEnable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["McpToolSwitch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "url": "https://example.org/invoices",
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "enabled": true,
                     *       "state": "ready",
                     *       "error": "",
                     *       "checked_at": 1767225600000,
                     *       "tool_count": 1,
                     *       "left_out": 1,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tools": [
                     *         {
                     *           "name": "Invoices",
                     *           "tool": "text",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "enabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["McpServer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcpServerFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "skip": 1,
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["McpServerQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "title": "Approve invoice 1042",
                     *           "url": "https://example.org/invoices",
                     *           "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "credential": "own",
                     *           "enabled": true,
                     *           "state": "ready",
                     *           "error": "",
                     *           "checked_at": 1767225600000,
                     *           "tool_count": 1,
                     *           "left_out": 1,
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "permissions": {
                     *             "use": true,
                     *             "write": true
                     *           },
                     *           "sharing": [
                     *             {
                     *               "user_email": "ada@example.org",
                     *               "write": true
                     *             }
                     *           ],
                     *           "group_sharing": [
                     *             {
                     *               "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "write": true
                     *             }
                     *           ],
                     *           "created": 1767225600000,
                     *           "updated": 1767225600000
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["McpServerList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcpServerGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["McpServerId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "url": "https://example.org/invoices",
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "enabled": true,
                     *       "state": "ready",
                     *       "error": "",
                     *       "checked_at": 1767225600000,
                     *       "tool_count": 1,
                     *       "left_out": 1,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tools": [
                     *         {
                     *           "name": "Invoices",
                     *           "tool": "text",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "enabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["McpServer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcpServerUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["McpServerUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "title": "Approve invoice 1042",
                     *       "url": "https://example.org/invoices",
                     *       "credential_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "credential": "own",
                     *       "enabled": true,
                     *       "state": "ready",
                     *       "error": "",
                     *       "checked_at": 1767225600000,
                     *       "tool_count": 1,
                     *       "left_out": 1,
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "use": true,
                     *         "write": true
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "tools": [
                     *         {
                     *           "name": "Invoices",
                     *           "tool": "text",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "enabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["McpServer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcpServerUses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["McpServerId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workflows": [
                     *         {
                     *           "tool": "text",
                     *           "workflow": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices"
                     *           },
                     *           "draft": true,
                     *           "published": true
                     *         }
                     *       ],
                     *       "assistants": [
                     *         {
                     *           "tool": "text",
                     *           "assistant": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ToolUses"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    notificationCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    notificationFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "kind": "text",
                     *         "title": "Approve invoice 1042",
                     *         "text": "",
                     *         "link": "text",
                     *         "read": true,
                     *         "created": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Notification"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    notificationGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "kind": "text",
                     *       "title": "Approve invoice 1042",
                     *       "text": "",
                     *       "link": "text",
                     *       "read": true,
                     *       "created": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Notification"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    notificationRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["NotificationReading"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "kind": "text",
                     *       "title": "Approve invoice 1042",
                     *       "text": "",
                     *       "link": "text",
                     *       "read": true,
                     *       "created": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Notification"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    notificationReadAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": 1
                 *     }
                 */
                "application/json": components["schemas"]["NotificationsReading"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "credits": 0.4,
                     *       "storage_quota": 1,
                     *       "members": [
                     *         {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationDelete: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                    "application/json": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "credits": 0.4,
                     *         "storage_quota": 1,
                     *         "members": [
                     *           {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "write": true
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Organization"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "credits": 0.4,
                     *       "storage_quota": 1,
                     *       "members": [
                     *         {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "skip": 1,
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationListRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "items": [
                     *         {
                     *           "organization": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices",
                     *             "credits": 0.4,
                     *             "storage_quota": 1,
                     *             "members": [
                     *               {
                     *                 "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *                 "write": true
                     *               }
                     *             ]
                     *           },
                     *           "storage_used": 1,
                     *           "panels": 1,
                     *           "workflows": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationMemberRemove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationMemberRemoval"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationMemberSet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "write": true
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationMember"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    organizationUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "credits": 0.4,
                     *       "storage_quota": 1,
                     *       "members": [
                     *         {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["PanelCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "enabled": true,
                     *       "database": true,
                     *       "file_storage": {
                     *         "enabled": true,
                     *         "folders": {},
                     *         "limit_mb": 1
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "webhooks": [
                     *         {
                     *           "url": "https://example.org/invoices",
                     *           "events": [
                     *             "file.stored"
                     *           ],
                     *           "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Panel"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelDelete: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                    "application/json": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelDeliveryCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelDeliveryFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "event": {
                     *           "id": 1,
                     *           "type": "text"
                     *         },
                     *         "subject": "text",
                     *         "url": "https://example.org/invoices",
                     *         "state": "waiting",
                     *         "attempts": 1,
                     *         "last_status": 1,
                     *         "last_error": "text",
                     *         "created": 1767225600000,
                     *         "updated": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelDeliveryGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "event": {
                     *         "id": 1,
                     *         "type": "text"
                     *       },
                     *       "subject": "text",
                     *       "url": "https://example.org/invoices",
                     *       "state": "waiting",
                     *       "attempts": 1,
                     *       "last_status": 1,
                     *       "last_error": "text",
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelDeliveryRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["DeliveryRetry"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "event": {
                     *         "id": 1,
                     *         "type": "text"
                     *       },
                     *       "subject": "text",
                     *       "url": "https://example.org/invoices",
                     *       "state": "waiting",
                     *       "attempts": 1,
                     *       "last_status": 1,
                     *       "last_error": "text",
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelDeliveryRetryMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["DeliveryRetries"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "retried": 1,
                     *       "left_out": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RetriedDeliveries"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["PanelFileQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "path": "invoices/1042.pdf",
                     *       "folder": "invoices",
                     *       "name": "Invoices",
                     *       "size": 48213,
                     *       "content_type": "application/pdf",
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "metadata": {
                     *         "customer": "Ada"
                     *       },
                     *       "record": {
                     *         "collection": "invoices",
                     *         "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "owner": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "expires_at": "text",
                     *       "url": "https://example.org/invoices",
                     *       "download_url": "https://example.org/invoices",
                     *       "uploaded_by": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "email": "ada@example.org"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PanelFile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "directory": "text"
                 *     }
                 */
                "application/json": components["schemas"]["FilePageQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "files": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "path": "invoices/1042.pdf",
                     *           "folder": "invoices",
                     *           "name": "Invoices",
                     *           "size": 48213,
                     *           "content_type": "application/pdf",
                     *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "metadata": {
                     *             "customer": "Ada"
                     *           },
                     *           "record": {
                     *             "collection": "invoices",
                     *             "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "owner": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "created": 1767225600000,
                     *           "updated": 1767225600000,
                     *           "expires_at": "text",
                     *           "url": "https://example.org/invoices",
                     *           "download_url": "https://example.org/invoices",
                     *           "uploaded_by": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices",
                     *             "email": "ada@example.org"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FilePage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelFilesDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "ids": [
                 *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["FileDeletion"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "done": 1,
                     *       "failed": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "error": ""
                     *         }
                     *       ],
                     *       "started_runs": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FileOutcome"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelFilesIds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "directory": "text"
                 *     }
                 */
                "application/json": components["schemas"]["FileIdsQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ids": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ],
                     *       "next": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["FileIds"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelFilesMove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "ids": [
                 *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *       ],
                 *       "directory": "text"
                 *     }
                 */
                "application/json": components["schemas"]["FileMove"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "done": 1,
                     *       "failed": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "error": ""
                     *         }
                     *       ],
                     *       "started_runs": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FileOutcome"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "enabled": true,
                     *         "database": true,
                     *         "file_storage": {
                     *           "enabled": true,
                     *           "folders": {},
                     *           "limit_mb": 1
                     *         },
                     *         "sharing": [
                     *           {
                     *             "user_email": "ada@example.org",
                     *             "write": true
                     *           }
                     *         ],
                     *         "group_sharing": [
                     *           {
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "write": true
                     *           }
                     *         ],
                     *         "webhooks": [
                     *           {
                     *             "url": "https://example.org/invoices",
                     *             "events": [
                     *               "file.stored"
                     *             ],
                     *             "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Panel"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelFolders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["FolderQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "folders": [
                     *         {
                     *           "name": "Invoices",
                     *           "path": "invoices/1042.pdf",
                     *           "files": 1,
                     *           "size": 48213,
                     *           "has_folders": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Folders"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "enabled": true,
                     *       "database": true,
                     *       "file_storage": {
                     *         "enabled": true,
                     *         "folders": {},
                     *         "limit_mb": 1
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "webhooks": [
                     *         {
                     *           "url": "https://example.org/invoices",
                     *           "events": [
                     *             "file.stored"
                     *           ],
                     *           "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Panel"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "ownership": "mine",
                 *       "skip": 1,
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["PanelListQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "items": [
                     *         {
                     *           "panel": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices",
                     *             "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "enabled": true,
                     *             "database": true,
                     *             "file_storage": {
                     *               "enabled": true,
                     *               "folders": {},
                     *               "limit_mb": 1
                     *             },
                     *             "sharing": [
                     *               {
                     *                 "user_email": "ada@example.org",
                     *                 "write": true
                     *               }
                     *             ],
                     *             "group_sharing": [
                     *               {
                     *                 "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *                 "write": true
                     *               }
                     *             ],
                     *             "webhooks": [
                     *               {
                     *                 "url": "https://example.org/invoices",
                     *                 "events": [
                     *                   "file.stored"
                     *                 ],
                     *                 "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *               }
                     *             ]
                     *           },
                     *           "owner": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "name": "Invoices",
                     *             "email": "ada@example.org"
                     *           },
                     *           "owned": true,
                     *           "may_use": true,
                     *           "may_write": true,
                     *           "files": 1,
                     *           "size": 48213,
                     *           "records": 1,
                     *           "created": 1767225600000,
                     *           "updated": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PanelList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelOpen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["PanelId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "panel": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "enabled": true,
                     *         "database": true,
                     *         "file_storage": {
                     *           "enabled": true,
                     *           "folders": {},
                     *           "limit_mb": 1
                     *         },
                     *         "sharing": [
                     *           {
                     *             "user_email": "ada@example.org",
                     *             "write": true
                     *           }
                     *         ],
                     *         "group_sharing": [
                     *           {
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "write": true
                     *           }
                     *         ],
                     *         "webhooks": [
                     *           {
                     *             "url": "https://example.org/invoices",
                     *             "events": [
                     *               "file.stored"
                     *             ],
                     *             "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *           }
                     *         ]
                     *       },
                     *       "owner": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "email": "ada@example.org"
                     *       },
                     *       "owned": true,
                     *       "may_use": true,
                     *       "may_write": true,
                     *       "files": 1,
                     *       "size": 48213,
                     *       "records": 1,
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "direct_upload": true,
                     *       "folders": [
                     *         {
                     *           "name": "Invoices",
                     *           "files": 1,
                     *           "size": 48213
                     *         }
                     *       ],
                     *       "link_minutes": 1,
                     *       "workflows": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "active": true,
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "type": "trigger.booster_record",
                     *           "collection": "invoices",
                     *           "folder": "invoices",
                     *           "events": [
                     *             "text"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OpenedPanel"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelOwners: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organizations": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         }
                     *       ],
                     *       "groups": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PanelOwners"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    panelUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["PanelUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "enabled": true,
                     *       "database": true,
                     *       "file_storage": {
                     *         "enabled": true,
                     *         "folders": {},
                     *         "limit_mb": 1
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": true
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": true
                     *         }
                     *       ],
                     *       "webhooks": [
                     *         {
                     *           "url": "https://example.org/invoices",
                     *           "events": [
                     *             "file.stored"
                     *           ],
                     *           "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Panel"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    peopleFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "ids": [
                 *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *       ],
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["PeopleSearch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "email": "ada@example.org"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Person"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    peopleGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["GroupName"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    presenceSet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tab_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["PresenceRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    profilePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    profileUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["ProfileUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "email": "ada@example.org",
                     *       "name": "Invoices",
                     *       "admin": true,
                     *       "permissions": {
                     *         "workflow": "write"
                     *       },
                     *       "has_password": true
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    profileUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "credits": 0.4,
                     *       "storage_used": 1,
                     *       "storage_quota": 1
                     *     }
                     */
                    "application/json": components["schemas"]["CreditUsage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordCollections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["CollectionsQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "collection": "invoices",
                     *         "records": 1,
                     *         "updated": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CollectionSummary"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "keys": [
                 *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RecordDeletion"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": 1,
                     *       "refused": [
                     *         {
                     *           "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "message": "Please check the amount."
                     *         }
                     *       ],
                     *       "started_runs": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RecordDeletionReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "collection": "invoices"
                 *     }
                 */
                "application/json": components["schemas"]["RecordExport"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "records": [
                     *         {
                     *           "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "collection": "invoices",
                     *           "data": {
                     *             "total": 120
                     *           },
                     *           "created": 1767225600000,
                     *           "updated": 1767225600000
                     *         }
                     *       ],
                     *       "next": {
                     *         "created": 1767225600000,
                     *         "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RecordExportReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RecordFilesQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "path": "invoices/1042.pdf",
                     *         "size": 48213,
                     *         "content_type": "application/pdf",
                     *         "updated": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FileOfRecord"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "collection": "invoices",
                 *       "rows": [
                 *         {
                 *           "key": "0199e0a4-5a3c-7f6e-8b1d-2c3d4e5f6a7b",
                 *           "data": {
                 *             "name": "Ada"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RecordImport"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "unchanged": 1,
                     *       "refused": [
                     *         {
                     *           "row": 1,
                     *           "message": "Please check the amount."
                     *         }
                     *       ],
                     *       "started_runs": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RecordImportReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordSave: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "updated": 1767225600000
                 *     }
                 */
                "application/json": components["schemas"]["RecordSave"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "collection": "invoices",
                     *       "data": {
                     *         "total": 120
                     *       },
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "started_runs": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SavedRecord"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runBatchCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "batch_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunBatchId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "action": "replay",
                     *       "status": "running",
                     *       "sentence": "text",
                     *       "total": 1,
                     *       "done": 1,
                     *       "succeeded": 1,
                     *       "refusals": [
                     *         {
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "detail": "text"
                     *         }
                     *       ],
                     *       "created_at": 1767225600000,
                     *       "finished_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["RunBatch"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runBatchGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "batch_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunBatchId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "action": "replay",
                     *       "status": "running",
                     *       "sentence": "text",
                     *       "total": 1,
                     *       "done": 1,
                     *       "succeeded": 1,
                     *       "refusals": [
                     *         {
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "detail": "text"
                     *         }
                     *       ],
                     *       "created_at": 1767225600000,
                     *       "finished_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["RunBatch"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunCancellation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": 3,
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_type": "trigger.manual",
                     *       "trigger_depth": 1,
                     *       "automatic": true,
                     *       "input_json": "{\"total\":120}",
                     *       "status": "queued",
                     *       "started_at": 1767225600000,
                     *       "active_since": 1,
                     *       "finished_at": 1767225600000,
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_type": "approval",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "handle": "approved",
                     *           "output_json": "{\"total\":120}",
                     *           "output_truncated": true,
                     *           "text": "",
                     *           "error": "",
                     *           "file_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "iteration": [
                     *             1
                     *           ],
                     *           "pinned": true,
                     *           "tries": [
                     *             {
                     *               "started_at": 1767225600000,
                     *               "finished_at": 1767225600000,
                     *               "error": ""
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "output_json": "{\"total\":120}",
                     *       "error": "",
                     *       "credits": 0.4,
                     *       "due_at": 1767225600000,
                     *       "order_at": 1767225600000,
                     *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "depth": 1,
                     *       "labels": {
                     *         "example": "text"
                     *       },
                     *       "next_retry_at": 1767225600000,
                     *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "replay_of": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "is_test": true
                     *     }
                     */
                    "application/json": components["schemas"]["RepeatedRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runCancelMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *       ],
                 *       "filters": {
                 *         "whose": "mine",
                 *         "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *         "status": [
                 *           "queued"
                 *         ],
                 *         "trigger_type": [
                 *           "trigger.manual"
                 *         ],
                 *         "version": 3,
                 *         "automatic": true,
                 *         "is_test": true,
                 *         "text": "",
                 *         "from": 1,
                 *         "to": 1,
                 *         "replay_of": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *         "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *         "parent_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *         "parent_iteration": [
                 *           1
                 *         ],
                 *         "labels": {
                 *           "example": "text"
                 *         }
                 *       },
                 *       "dry_run": true,
                 *       "most": 1,
                 *       "reason": "text"
                 *     }
                 */
                "application/json": components["schemas"]["CancelManyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "action": "replay",
                     *       "status": "running",
                     *       "sentence": "text",
                     *       "total": 1,
                     *       "done": 1,
                     *       "succeeded": 1,
                     *       "refusals": [
                     *         {
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "detail": "text"
                     *         }
                     *       ],
                     *       "created_at": 1767225600000,
                     *       "finished_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["RunBatch"] | components["schemas"]["RunBatchCount"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "whose": "mine",
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "status": [
                 *         "queued"
                 *       ],
                 *       "trigger_type": [
                 *         "trigger.manual"
                 *       ],
                 *       "version": 3,
                 *       "automatic": true,
                 *       "is_test": true,
                 *       "text": "",
                 *       "from": 1,
                 *       "to": 1,
                 *       "replay_of": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "parent_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "parent_iteration": [
                 *         1
                 *       ],
                 *       "labels": {
                 *         "example": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RunFilters"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "definition": {},
                     *       "version": 3,
                     *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["RunDefinition"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "workflow_name": "Invoices",
                     *       "version": 3,
                     *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_type": "trigger.manual",
                     *       "automatic": true,
                     *       "status": "queued",
                     *       "started_at": 1767225600000,
                     *       "finished_at": 1767225600000,
                     *       "credits": 0.4,
                     *       "error": "",
                     *       "replay_of": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "is_test": true,
                     *       "labels": {
                     *         "example": "text"
                     *       },
                     *       "next_retry_at": 1767225600000,
                     *       "held": "time",
                     *       "due_at": 1767225600000,
                     *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "parent_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "parent_iteration": [
                     *         1
                     *       ],
                     *       "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "depth": 1,
                     *       "places": [
                     *         {
                     *           "limit": 1,
                     *           "used": 1,
                     *           "held": 1
                     *         }
                     *       ],
                     *       "input_json": "{\"total\":120}",
                     *       "output_json": "{\"total\":120}",
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_type": "approval",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "handle": "approved",
                     *           "output_json": "{\"total\":120}",
                     *           "output_truncated": true,
                     *           "text": "",
                     *           "error": "",
                     *           "file_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "iteration": [
                     *             1
                     *           ],
                     *           "pinned": true,
                     *           "tries": [
                     *             {
                     *               "started_at": 1767225600000,
                     *               "finished_at": 1767225600000,
                     *               "error": ""
                     *             }
                     *           ],
                     *           "output_characters": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "whose": "mine",
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "status": [
                 *         "queued"
                 *       ],
                 *       "trigger_type": [
                 *         "trigger.manual"
                 *       ],
                 *       "version": 3,
                 *       "automatic": true,
                 *       "is_test": true,
                 *       "text": "",
                 *       "from": 1,
                 *       "to": 1,
                 *       "replay_of": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "parent_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "parent_iteration": [
                 *         1
                 *       ],
                 *       "labels": {
                 *         "example": "text"
                 *       },
                 *       "limit": 1,
                 *       "before": "text"
                 *     }
                 */
                "application/json": components["schemas"]["RunListRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "created": {
                     *             "timestamp": 1767225600000,
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "workflow_name": "Invoices",
                     *           "version": 3,
                     *           "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "trigger_type": "trigger.manual",
                     *           "automatic": true,
                     *           "status": "queued",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "credits": 0.4,
                     *           "error": "",
                     *           "replay_of": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "is_test": true,
                     *           "labels": {
                     *             "example": "text"
                     *           },
                     *           "next_retry_at": 1767225600000,
                     *           "held": "time",
                     *           "due_at": 1767225600000,
                     *           "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "parent_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "parent_iteration": [
                     *             1
                     *           ],
                     *           "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "depth": 1
                     *         }
                     *       ],
                     *       "next": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runOfFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    file_id: string;
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pending": true,
                     *       "runs": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "status": "text",
                     *           "created_at": 1767225600000,
                     *           "finished_at": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StartedRuns"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runOfRecord: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    key: string;
                    /** Format: uuid */
                    panel_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pending": true,
                     *       "runs": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "status": "text",
                     *           "created_at": 1767225600000,
                     *           "finished_at": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StartedRuns"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runReplay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "from": "text",
                 *       "version": "same"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": 3,
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_type": "trigger.manual",
                     *       "trigger_depth": 1,
                     *       "automatic": true,
                     *       "input_json": "{\"total\":120}",
                     *       "status": "queued",
                     *       "started_at": 1767225600000,
                     *       "active_since": 1,
                     *       "finished_at": 1767225600000,
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_type": "approval",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "handle": "approved",
                     *           "output_json": "{\"total\":120}",
                     *           "output_truncated": true,
                     *           "text": "",
                     *           "error": "",
                     *           "file_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "iteration": [
                     *             1
                     *           ],
                     *           "pinned": true,
                     *           "tries": [
                     *             {
                     *               "started_at": 1767225600000,
                     *               "finished_at": 1767225600000,
                     *               "error": ""
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "output_json": "{\"total\":120}",
                     *       "error": "",
                     *       "credits": 0.4,
                     *       "due_at": 1767225600000,
                     *       "order_at": 1767225600000,
                     *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "depth": 1,
                     *       "labels": {
                     *         "example": "text"
                     *       },
                     *       "next_retry_at": 1767225600000,
                     *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "replay_of": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "is_test": true
                     *     }
                     */
                    "application/json": components["schemas"]["RepeatedRun"] | components["schemas"]["ReplayPlan"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runReplayMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "failed",
                 *       "version": "same"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayManyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "action": "replay",
                     *       "status": "running",
                     *       "sentence": "text",
                     *       "total": 1,
                     *       "done": 1,
                     *       "succeeded": 1,
                     *       "refusals": [
                     *         {
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "detail": "text"
                     *         }
                     *       ],
                     *       "created_at": 1767225600000,
                     *       "finished_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["RunBatch"] | components["schemas"]["RunBatchCount"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runResume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ResumeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": 3,
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_type": "trigger.manual",
                     *       "trigger_depth": 1,
                     *       "automatic": true,
                     *       "input_json": "{\"total\":120}",
                     *       "status": "queued",
                     *       "started_at": 1767225600000,
                     *       "active_since": 1,
                     *       "finished_at": 1767225600000,
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_type": "approval",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "handle": "approved",
                     *           "output_json": "{\"total\":120}",
                     *           "output_truncated": true,
                     *           "text": "",
                     *           "error": "",
                     *           "file_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "iteration": [
                     *             1
                     *           ],
                     *           "pinned": true,
                     *           "tries": [
                     *             {
                     *               "started_at": 1767225600000,
                     *               "finished_at": 1767225600000,
                     *               "error": ""
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "output_json": "{\"total\":120}",
                     *       "error": "",
                     *       "credits": 0.4,
                     *       "due_at": 1767225600000,
                     *       "order_at": 1767225600000,
                     *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "depth": 1,
                     *       "labels": {
                     *         "example": "text"
                     *       },
                     *       "next_retry_at": 1767225600000,
                     *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "replay_of": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "is_test": true
                     *     }
                     */
                    "application/json": components["schemas"]["RepeatedRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runResumeLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A text of your choice. The same request with the same key within a day begins nothing again, and gets the reply of the first.
                 * @example invoice-1042
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                run_id: string;
                /**
                 * @description The secret of the link.
                 * @example text
                 */
                secret: string;
                /**
                 * @description The step that waits, as the link names it.
                 * @example text
                 */
                step: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "approved": true
                 *     }
                 */
                "*/*": unknown;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "resumed"
                     *     }
                     */
                    "application/json": components["schemas"]["Resumed"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runStart: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A text of your choice. The same request with the same key within a day begins nothing again, and gets the reply of the first.
                 * @example invoice-1042
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunStartRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": 3,
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_type": "trigger.manual",
                     *       "trigger_depth": 1,
                     *       "automatic": true,
                     *       "input_json": "{\"total\":120}",
                     *       "status": "queued",
                     *       "started_at": 1767225600000,
                     *       "active_since": 1,
                     *       "finished_at": 1767225600000,
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_type": "approval",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "handle": "approved",
                     *           "output_json": "{\"total\":120}",
                     *           "output_truncated": true,
                     *           "text": "",
                     *           "error": "",
                     *           "file_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "iteration": [
                     *             1
                     *           ],
                     *           "pinned": true,
                     *           "tries": [
                     *             {
                     *               "started_at": 1767225600000,
                     *               "finished_at": 1767225600000,
                     *               "error": ""
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "output_json": "{\"total\":120}",
                     *       "error": "",
                     *       "credits": 0.4,
                     *       "due_at": 1767225600000,
                     *       "order_at": 1767225600000,
                     *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "depth": 1,
                     *       "labels": {
                     *         "example": "text"
                     *       },
                     *       "next_retry_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "whose": "mine",
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "status": [
                 *         "queued"
                 *       ],
                 *       "trigger_type": [
                 *         "trigger.manual"
                 *       ],
                 *       "version": 3,
                 *       "automatic": true,
                 *       "is_test": true,
                 *       "text": "",
                 *       "from": 1,
                 *       "to": 1,
                 *       "replay_of": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "parent_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "parent_iteration": [
                 *         1
                 *       ],
                 *       "labels": {
                 *         "example": "text"
                 *       },
                 *       "buckets": 1
                 *     }
                 */
                "application/json": components["schemas"]["RunStatsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": 1,
                     *       "to": 1,
                     *       "buckets": [
                     *         {
                     *           "at": 1767225600000,
                     *           "success": 1,
                     *           "failed": 1,
                     *           "cancelled": 1,
                     *           "open": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunStats"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runStep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "iteration": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["StepRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "node_type": "approval",
                     *       "status": "running",
                     *       "started_at": 1767225600000,
                     *       "finished_at": 1767225600000,
                     *       "handle": "approved",
                     *       "output_json": "{\"total\":120}",
                     *       "output_truncated": true,
                     *       "text": "",
                     *       "error": "",
                     *       "file_ids": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ],
                     *       "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "iteration": [
                     *         1
                     *       ],
                     *       "pinned": true,
                     *       "tries": [
                     *         {
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "error": ""
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Step"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runStepParams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "iteration": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["StepRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "params_json": "{\"total\":120}",
                     *       "params_truncated": true,
                     *       "problems": [
                     *         {
                     *           "param": "text",
                     *           "message": "Please check the amount."
                     *         }
                     *       ],
                     *       "unavailable": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["StepParams"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["DraftTest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": 3,
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_type": "trigger.manual",
                     *       "trigger_depth": 1,
                     *       "automatic": true,
                     *       "input_json": "{\"total\":120}",
                     *       "status": "queued",
                     *       "started_at": 1767225600000,
                     *       "active_since": 1,
                     *       "finished_at": 1767225600000,
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_type": "approval",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "handle": "approved",
                     *           "output_json": "{\"total\":120}",
                     *           "output_truncated": true,
                     *           "text": "",
                     *           "error": "",
                     *           "file_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "iteration": [
                     *             1
                     *           ],
                     *           "pinned": true,
                     *           "tries": [
                     *             {
                     *               "started_at": 1767225600000,
                     *               "finished_at": 1767225600000,
                     *               "error": ""
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "output_json": "{\"total\":120}",
                     *       "error": "",
                     *       "credits": 0.4,
                     *       "due_at": 1767225600000,
                     *       "order_at": 1767225600000,
                     *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "depth": 1,
                     *       "labels": {
                     *         "example": "text"
                     *       },
                     *       "next_retry_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Run"] | unknown;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runWatch: {
        parameters: {
            query?: {
                /**
                 * @description With `sse`, and `Accept: text/event-stream`, the reply is server-sent events.
                 * @example sse
                 */
                format?: "sse";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunId"];
            };
        };
        responses: {
            /** @description The events as they happen: JSON objects one after another, with nothing between them. With `Accept: application/x-ndjson` there is one per line. With `Accept: text/event-stream` and `?format=sse` they are server-sent events, whose `data` is the object. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "run_start",
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "node_type": "approval",
                     *         "status": "running",
                     *         "handle": "approved",
                     *         "text": "",
                     *         "error": "",
                     *         "output_json": "{\"total\":120}",
                     *         "iteration": [
                     *           1
                     *         ]
                     *       },
                     *       "error": null
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["RunStreamObject"];
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "run_start",
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "node_type": "approval",
                     *         "status": "running",
                     *         "handle": "approved",
                     *         "text": "",
                     *         "error": "",
                     *         "output_json": "{\"total\":120}",
                     *         "iteration": [
                     *           1
                     *         ]
                     *       },
                     *       "error": null
                     *     }
                     */
                    "text/event-stream": components["schemas"]["RunStreamObject"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    scheduleBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "from": 1,
                 *       "to": 1
                 *     }
                 */
                "application/json": components["schemas"]["BackfillRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "action": "replay",
                     *       "status": "running",
                     *       "sentence": "text",
                     *       "total": 1,
                     *       "done": 1,
                     *       "succeeded": 1,
                     *       "refusals": [
                     *         {
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "detail": "text"
                     *         }
                     *       ],
                     *       "created_at": 1767225600000,
                     *       "finished_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["RunBatch"] | components["schemas"]["RunBatchCount"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sessionCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "email": "ada@example.org",
                     *         "name": "Invoices",
                     *         "admin": true,
                     *         "permissions": {
                     *           "workflow": "write"
                     *         },
                     *         "has_password": true
                     *       },
                     *       "session_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": "1.0",
                     *       "public_url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sessionDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["SessionEnd"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sessionFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created_at": 1767225600000,
                     *         "last_seen_at": 1767225600000,
                     *         "ends_at": 1767225600000,
                     *         "address": "text",
                     *         "agent": "text",
                     *         "current": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedSession"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sessionGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "email": "ada@example.org",
                     *         "name": "Invoices",
                     *         "admin": true,
                     *         "permissions": {
                     *           "workflow": "write"
                     *         },
                     *         "has_password": true
                     *       },
                     *       "session_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": "1.0",
                     *       "public_url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sessionOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "oidc": {
                     *         "name": "Invoices"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignInOptions"];
                };
            };
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    triggerPollNow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["PollNowRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "polled_at": 1767225600000,
                     *       "found": 1,
                     *       "new": 1,
                     *       "started": 1,
                     *       "left": 1,
                     *       "skipped": 1,
                     *       "error": ""
                     *     }
                     */
                    "application/json": components["schemas"]["PollNowReply"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    triggerPollPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["PollPreviewRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "items": [
                     *         {
                     *           "key": "text",
                     *           "item": {},
                     *           "cut": true
                     *         }
                     *       ],
                     *       "cursor": {},
                     *       "error": ""
                     *     }
                     */
                    "application/json": components["schemas"]["PollPreview"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["UserCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "email": "ada@example.org",
                     *       "name": "Invoices",
                     *       "admin": true,
                     *       "enabled": true,
                     *       "credits": 0.4,
                     *       "storage_quota": 1,
                     *       "permissions": {
                     *         "workflow": "write"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userDelete: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                    "application/json": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "email": "ada@example.org",
                     *         "name": "Invoices",
                     *         "admin": true,
                     *         "enabled": true,
                     *         "credits": 0.4,
                     *         "storage_quota": 1,
                     *         "permissions": {
                     *           "workflow": "write"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["User"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "email": "ada@example.org",
                     *       "name": "Invoices",
                     *       "admin": true,
                     *       "enabled": true,
                     *       "credits": 0.4,
                     *       "storage_quota": 1,
                     *       "permissions": {
                     *         "workflow": "write"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["UserInvitation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "invitation": {
                     *         "purpose": "invitation",
                     *         "delivery": "mail",
                     *         "created_at": 1767225600000,
                     *         "expires_at": 1767225600000,
                     *         "mailed_at": 1767225600000
                     *       },
                     *       "link": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["SentInvitation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userLinkCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["LinkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "invitation": {
                     *         "purpose": "invitation",
                     *         "delivery": "mail",
                     *         "created_at": 1767225600000,
                     *         "expires_at": 1767225600000,
                     *         "mailed_at": 1767225600000
                     *       },
                     *       "link": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["SentInvitation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userLinkRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["UserId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "skip": 1,
                 *       "limit": 1,
                 *       "state": "enabled",
                 *       "admin": true,
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["UserListRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "sends_mail": true,
                     *       "items": [
                     *         {
                     *           "user": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "email": "ada@example.org",
                     *             "name": "Invoices",
                     *             "admin": true,
                     *             "enabled": true,
                     *             "credits": 0.4,
                     *             "storage_quota": 1,
                     *             "permissions": {
                     *               "workflow": "write"
                     *             }
                     *           },
                     *           "created": 1767225600000,
                     *           "last_seen_at": 1767225600000,
                     *           "has_password": true,
                     *           "has_provider": true,
                     *           "invitation": {
                     *             "purpose": "invitation",
                     *             "delivery": "mail",
                     *             "created_at": 1767225600000,
                     *             "expires_at": 1767225600000,
                     *             "mailed_at": 1767225600000
                     *           },
                     *           "storage_used": 1,
                     *           "keys": 1,
                     *           "groups": [
                     *             {
                     *               "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "name": "Invoices"
                     *             }
                     *           ],
                     *           "organizations": [
                     *             {
                     *               "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "name": "Invoices",
                     *               "write": true
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userRemains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["UserId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "prevents": [
                     *         {
                     *           "what": "text",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "deletes": [
                     *         {
                     *           "what": "text",
                     *           "count": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserRemains"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    userUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "email": "ada@example.org",
                     *       "name": "Invoices",
                     *       "admin": true,
                     *       "enabled": true,
                     *       "credits": 0.4,
                     *       "storage_quota": 1,
                     *       "permissions": {
                     *         "workflow": "write"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    variableCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "invoices",
                 *       "type": "text",
                 *       "value": "text"
                 *     }
                 */
                "application/json": components["schemas"]["VariableCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "type": "text",
                     *       "value": "text",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "write": true
                     *       },
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "warning": "text",
                     *       "workflows": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SavedVariable"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    variableDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["VariableId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "workflows": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedVariable"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    variableFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "type": "text",
                 *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "skip": 1,
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["VariableQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "type": "text",
                     *           "value": "text",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "permissions": {
                     *             "write": true
                     *           },
                     *           "created": {
                     *             "timestamp": 1767225600000,
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "updated": {
                     *             "timestamp": 1767225600000,
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           }
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["VariableList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    variableGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["VariableId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "type": "text",
                     *       "value": "text",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "write": true
                     *       },
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "workflows": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VariableDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    variableOverride: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "name": "invoices",
                 *       "value": "text"
                 *     }
                 */
                "application/json": components["schemas"]["VariableOverride"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "variables": [
                     *         {
                     *           "name": "Invoices",
                     *           "type": "text",
                     *           "value": "text",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "source": "user",
                     *           "inherited": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ResolvedVariables"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    variableResolve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["VariablesQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "variables": [
                     *         {
                     *           "name": "Invoices",
                     *           "type": "text",
                     *           "value": "text",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "source": "user",
                     *           "inherited": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ResolvedVariables"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    variableUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["VariableUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "type": "text",
                     *       "value": "text",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "owner": {
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "write": true
                     *       },
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "warning": "text",
                     *       "workflows": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SavedVariable"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    viewCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices",
                 *       "page": "runs",
                 *       "search": "text"
                 *     }
                 */
                "application/json": components["schemas"]["ViewCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "page": "runs",
                     *       "search": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    viewDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ViewId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    viewFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "page": "runs"
                 *     }
                 */
                "application/json": components["schemas"]["ViewsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "page": "runs",
                     *         "search": "text"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SavedView"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    welcomeAccept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "q0Zc8xWm3rT5uYk7pLs9dFh2",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["LinkAcceptance"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "email": "ada@example.org",
                     *         "name": "Invoices",
                     *         "admin": true,
                     *         "permissions": {
                     *           "workflow": "write"
                     *         },
                     *         "has_password": true
                     *       },
                     *       "session_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": "1.0",
                     *       "public_url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    welcomeGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "q0Zc8xWm3rT5uYk7pLs9dFh2"
                 *     }
                 */
                "application/json": components["schemas"]["LinkToken"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "purpose": "setup",
                     *       "email": "ada@example.org"
                     *     }
                     */
                    "application/json": components["schemas"]["OneTimeLink"];
                };
            };
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "node_types": [
                     *         {
                     *           "type": "text",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "category": "trigger",
                     *           "is_trigger": true,
                     *           "terminal": true,
                     *           "handles": [
                     *             "approved"
                     *           ],
                     *           "default_output": true,
                     *           "params_schema": {},
                     *           "output_schema": {}
                     *         }
                     *       ],
                     *       "tools": [
                     *         {
                     *           "name": "Invoices",
                     *           "display_name": "text",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "category": "text",
                     *           "icon": "text",
                     *           "input_schema": {},
                     *           "output_schema": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DescribedCatalog"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "definition": {
                 *         "nodes": [
                 *           {
                 *             "id": "start",
                 *             "type": "trigger.manual",
                 *             "params": {}
                 *           },
                 *           {
                 *             "id": "total",
                 *             "type": "transform",
                 *             "params": {
                 *               "fields": {
                 *                 "total": "{{ input.amount * 1.2 }}"
                 *               }
                 *             }
                 *           }
                 *         ],
                 *         "edges": [
                 *           {
                 *             "source": "start",
                 *             "target": "total"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowCheck"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "issues": [
                     *         {
                     *           "severity": "error",
                     *           "message": "Please check the amount.",
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "edge": {
                     *             "source": "start",
                     *             "target": "review",
                     *             "source_handle": "approved"
                     *           },
                     *           "param": "text",
                     *           "instead": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowCheckResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowConcurrency: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rules": [
                     *         {
                     *           "limit": 1,
                     *           "expression": "text",
                     *           "scope": "workflow",
                     *           "name": "Invoices",
                     *           "on_full": "queue",
                     *           "queued": 1,
                     *           "keys": [
                     *             {
                     *               "key": "text",
                     *               "used": 1,
                     *               "held": 1
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The limits of the workflow. */
                        rules: components["schemas"]["ConcurrencyRule"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowExamples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "text",
                     *         "title": "Approve invoice 1042",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "features": [
                     *           "text"
                     *         ],
                     *         "document": {
                     *           "version": "1.0",
                     *           "exported_at": 1767225600000,
                     *           "workflow": {
                     *             "name": "Invoices",
                     *             "description": "Reads invoices and asks for an approval.",
                     *             "definition": {
                     *               "nodes": [
                     *                 {
                     *                   "id": "start",
                     *                   "type": "trigger.manual",
                     *                   "params": {}
                     *                 },
                     *                 {
                     *                   "id": "total",
                     *                   "type": "transform",
                     *                   "params": {
                     *                     "fields": {
                     *                       "total": "{{ input.amount * 1.2 }}"
                     *                     }
                     *                   }
                     *                 }
                     *               ],
                     *               "edges": [
                     *                 {
                     *                   "source": "start",
                     *                   "target": "total"
                     *                 }
                     *               ]
                     *             },
                     *             "from_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "secret_keys": [
                     *               "text"
                     *             ]
                     *           },
                     *           "credentials": [
                     *             {
                     *               "name": "Invoices",
                     *               "kind": "text",
                     *               "hosts": [
                     *                 "text"
                     *               ]
                     *             }
                     *           ],
                     *           "tests": [
                     *             {}
                     *           ]
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WorkflowExample"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowFormPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "params": {
                 *         "example": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FormPreviewRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "html": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["FormPreview"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "text": "",
                 *       "ownership": "mine",
                 *       "state": "active",
                 *       "trigger": "text",
                 *       "sort": "updated",
                 *       "skip": 1,
                 *       "limit": 1
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowListQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 1,
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "created": {
                     *             "timestamp": 1767225600000,
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "updated": {
                     *             "timestamp": 1767225600000,
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "permissions": {
                     *             "owner": {
                     *               "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *             },
                     *             "write": true,
                     *             "run": true,
                     *             "export": true,
                     *             "copy": true
                     *           },
                     *           "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "active": true,
                     *           "published_version": 1,
                     *           "published_at": 1767225600000,
                     *           "draft_changed": true,
                     *           "steps": 1,
                     *           "triggers": [
                     *             {
                     *               "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "type": "text",
                     *               "next_run_at": 1767225600000,
                     *               "last_fired_at": 1767225600000
                     *             }
                     *           ],
                     *           "last_run": {
                     *             "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "status": "text",
                     *             "finished_at": 1767225600000,
                     *             "credits": 0.4
                     *           },
                     *           "waiting": 1,
                     *           "day": {
                     *             "total": 1,
                     *             "failed": 1,
                     *             "hours": [
                     *               {
                     *                 "success": 1,
                     *                 "failed": 1,
                     *                 "other": 1
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowListen: {
        parameters: {
            query?: {
                /**
                 * @description With `sse`, and `Accept: text/event-stream`, the reply is server-sent events.
                 * @example sse
                 */
                format?: "sse";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ListenRequest"];
            };
        };
        responses: {
            /** @description The events as they happen: JSON objects one after another, with nothing between them. With `Accept: application/x-ndjson` there is one per line. With `Accept: text/event-stream` and `?format=sse` they are server-sent events, whose `data` is the object. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "listening",
                     *         "url": "https://example.org/invoices"
                     *       },
                     *       "error": null
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["ListenStreamObject"];
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "listening",
                     *         "url": "https://example.org/invoices"
                     *       },
                     *       "error": null
                     *     }
                     */
                    "text/event-stream": components["schemas"]["ListenStreamObject"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowOpen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workflow": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "updated": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "permissions": {
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "write": true,
                     *           "run": true,
                     *           "export": true,
                     *           "copy": true
                     *         },
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "definition": {
                     *           "nodes": [
                     *             {
                     *               "id": "start",
                     *               "type": "trigger.manual",
                     *               "params": {}
                     *             },
                     *             {
                     *               "id": "total",
                     *               "type": "transform",
                     *               "params": {
                     *                 "fields": {
                     *                   "total": "{{ input.amount * 1.2 }}"
                     *                 }
                     *               }
                     *             }
                     *           ],
                     *           "edges": [
                     *             {
                     *               "source": "start",
                     *               "target": "total"
                     *             }
                     *           ]
                     *         },
                     *         "sharing": [
                     *           {
                     *             "user_email": "ada@example.org",
                     *             "write": false,
                     *             "scopes": {}
                     *           }
                     *         ],
                     *         "group_sharing": [
                     *           {
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "write": false,
                     *             "scopes": {}
                     *           }
                     *         ],
                     *         "last_run": {
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "status": "text",
                     *           "finished_at": 1767225600000,
                     *           "credits": 0.4
                     *         },
                     *         "published_version": 1,
                     *         "published_at": 1767225600000,
                     *         "active": true,
                     *         "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "updated": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["OpenedWorkflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowOwner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["OwnerChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "trigger.manual",
                     *             "params": {}
                     *           },
                     *           {
                     *             "id": "total",
                     *             "type": "transform",
                     *             "params": {
                     *               "fields": {
                     *                 "total": "{{ input.amount * 1.2 }}"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "source": "start",
                     *             "target": "total"
                     *           }
                     *         ]
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "last_run": {
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "status": "text",
                     *         "finished_at": 1767225600000,
                     *         "credits": 0.4
                     *       },
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowPublication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deployment": {
                     *         "published_version": 1,
                     *         "published_at": 1767225600000,
                     *         "active": true,
                     *         "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "draft_changed": true,
                     *         "triggers": [
                     *           {
                     *             "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "type": "text",
                     *             "active": true,
                     *             "next_run_at": 1767225600000,
                     *             "last_fired_at": 1767225600000,
                     *             "url": "https://example.org/invoices",
                     *             "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "collection": "invoices",
                     *             "folder": "invoices",
                     *             "last_polled_at": 1767225600000,
                     *             "last_error": "text",
                     *             "lag_seconds": 1
                     *           }
                     *         ],
                     *         "signing_secret": "text"
                     *       },
                     *       "published": {
                     *         "version": 3,
                     *         "note": "text",
                     *         "at": 1767225600000,
                     *         "by": {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "email": "ada@example.org"
                     *         },
                     *         "definition": {}
                     *       },
                     *       "changes": {
                     *         "added_nodes": [
                     *           "text"
                     *         ],
                     *         "removed_nodes": [
                     *           "text"
                     *         ],
                     *         "changed_nodes": [
                     *           "text"
                     *         ],
                     *         "added_edges": 1,
                     *         "removed_edges": 1
                     *       },
                     *       "authors": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "email": "ada@example.org",
                     *           "revisions": 1
                     *         }
                     *       ],
                     *       "issues": [
                     *         {
                     *           "severity": "error",
                     *           "message": "Please check the amount.",
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "edge": {
                     *             "source": "start",
                     *             "target": "review",
                     *             "source_handle": "approved"
                     *           },
                     *           "param": "text",
                     *           "instead": "text"
                     *         }
                     *       ],
                     *       "run_as": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "email": "ada@example.org"
                     *       },
                     *       "schedules": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "cron": "0 9 * * 1-5",
                     *           "timezone": "Europe/Berlin",
                     *           "next_runs": [
                     *             1
                     *           ],
                     *           "error": ""
                     *         }
                     *       ],
                     *       "webhooks": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "url": "https://example.org/invoices",
                     *           "last_called_at": 1767225600000,
                     *           "methods": [
                     *             "text"
                     *           ],
                     *           "reply": "text",
                     *           "verify": "text"
                     *         }
                     *       ],
                     *       "forms": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "url": "https://example.org/invoices",
                     *           "last_called_at": 1767225600000,
                     *           "methods": [
                     *             "text"
                     *           ],
                     *           "reply": "text",
                     *           "verify": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Publication"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowPublishVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "version": 3
                 *     }
                 */
                "application/json": components["schemas"]["PublishVersionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "draft_changed": true,
                     *       "triggers": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "type": "text",
                     *           "active": true,
                     *           "next_run_at": 1767225600000,
                     *           "last_fired_at": 1767225600000,
                     *           "url": "https://example.org/invoices",
                     *           "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "collection": "invoices",
                     *           "folder": "invoices",
                     *           "last_polled_at": 1767225600000,
                     *           "last_error": "text",
                     *           "lag_seconds": 1
                     *         }
                     *       ],
                     *       "signing_secret": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowSave: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "base_revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowSave"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "updated": 1767225600000,
                     *       "issues": [
                     *         {
                     *           "severity": "error",
                     *           "message": "Please check the amount.",
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "edge": {
                     *             "source": "start",
                     *             "target": "review",
                     *             "source_handle": "approved"
                     *           },
                     *           "param": "text",
                     *           "instead": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowSaveResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowTest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["TestsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "passed": 1,
                     *       "failed": 1,
                     *       "results": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "passed": true,
                     *           "problems": [
                     *             "text"
                     *           ],
                     *           "status": "text",
                     *           "error": "",
                     *           "duration_ms": 1,
                     *           "steps": [
                     *             {
                     *               "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "iteration": [
                     *                 1
                     *               ],
                     *               "status": "text",
                     *               "error": ""
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowTestResults"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowTestCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["TestCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "input": {
                     *         "amount": 120
                     *       },
                     *       "pins": {
                     *         "example": {
                     *           "output": {},
                     *           "handle": "approved"
                     *         }
                     *       },
                     *       "expect": {
                     *         "status": "success",
                     *         "output": {},
                     *         "error": "",
                     *         "steps": {
                     *           "example": "success"
                     *         },
                     *         "effects": {
                     *           "example": "text"
                     *         }
                     *       },
                     *       "last_run_at": 1767225600000,
                     *       "last_problems": [
                     *         "text"
                     *       ],
                     *       "created_at": 1767225600000,
                     *       "updated_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowTest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowTestDelete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["TestId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text"
                     *     }
                     */
                    "application/json": {
                        id: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowTestFromRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["TestFromRun"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "input": {
                     *         "amount": 120
                     *       },
                     *       "pins": {
                     *         "example": {
                     *           "output": {},
                     *           "handle": "approved"
                     *         }
                     *       },
                     *       "expect": {
                     *         "status": "success",
                     *         "output": {},
                     *         "error": "",
                     *         "steps": {
                     *           "example": "success"
                     *         },
                     *         "effects": {
                     *           "example": "text"
                     *         }
                     *       },
                     *       "last_run_at": 1767225600000,
                     *       "last_problems": [
                     *         "text"
                     *       ],
                     *       "created_at": 1767225600000,
                     *       "updated_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowTest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowTestList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "name": "Invoices",
                     *         "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "input": {
                     *           "amount": 120
                     *         },
                     *         "pins": {
                     *           "example": {
                     *             "output": {},
                     *             "handle": "approved"
                     *           }
                     *         },
                     *         "expect": {
                     *           "status": "success",
                     *           "output": {},
                     *           "error": "",
                     *           "steps": {
                     *             "example": "success"
                     *           },
                     *           "effects": {
                     *             "example": "text"
                     *           }
                     *         },
                     *         "last_run_at": 1767225600000,
                     *         "last_problems": [
                     *           "text"
                     *         ],
                     *         "created_at": 1767225600000,
                     *         "updated_at": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WorkflowTest"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowTestUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["TestUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "name": "Invoices",
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "input": {
                     *         "amount": 120
                     *       },
                     *       "pins": {
                     *         "example": {
                     *           "output": {},
                     *           "handle": "approved"
                     *         }
                     *       },
                     *       "expect": {
                     *         "status": "success",
                     *         "output": {},
                     *         "error": "",
                     *         "steps": {
                     *           "example": "success"
                     *         },
                     *         "effects": {
                     *           "example": "text"
                     *         }
                     *       },
                     *       "last_run_at": 1767225600000,
                     *       "last_problems": [
                     *         "text"
                     *       ],
                     *       "created_at": 1767225600000,
                     *       "updated_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowTest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["VersionsQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "version": 3,
                     *         "note": "text",
                     *         "at": 1767225600000,
                     *         "by": {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "name": "Invoices",
                     *           "email": "ada@example.org"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description milliseconds since the epoch */
                        at: number;
                        /** @description Who did it. */
                        by: components["schemas"]["VersionPerson"];
                        /** @description A note about the version, for people. */
                        note: string;
                        version: number;
                    }[];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
